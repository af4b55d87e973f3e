package io.livekube.cli.doctor;

import java.time.Duration;

/// What came of listing a kind in one way.
sealed interface ListResult {
    /// It came whole.
    ///
    /// @param wireBytes as they came, compressed or not
    /// @param bytes of JSON
    /// @param slowestPage from asking for it to its end
    /// @param version the list's resourceVersion
    record Done(
            int pages, long objects, long wireBytes, long bytes, Duration took, Duration slowestPage, String version)
            implements ListResult {}

    /// A page did not come in time.
    ///
    /// @param pages that had come before
    record TimedOut(int pages, long objects, Duration after) implements ListResult {}

    /// The server said no.
    record Refused(int status, String message) implements ListResult {}

    /// It was not tried.
    record Skipped(String why) implements ListResult {}
}
