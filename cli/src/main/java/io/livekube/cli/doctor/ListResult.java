package io.livekube.cli.doctor;

import java.time.Duration;

/// Result of listing a kind in one way.
sealed interface ListResult {
    /// The LIST completed.
    ///
    /// @param wireBytes as received, compressed or not
    /// @param bytes of JSON
    /// @param slowestPage from the request to the end of the response
    /// @param version the list's resourceVersion
    record Done(
            int pages, long objects, long wireBytes, long bytes, Duration took, Duration slowestPage, String version)
            implements ListResult {}

    /// A page timed out.
    ///
    /// @param pages received before it
    record TimedOut(int pages, long objects, Duration after) implements ListResult {}

    /// The server returned an error.
    record Refused(int status, String message) implements ListResult {}

    /// Not tried.
    record Skipped(String why) implements ListResult {}
}
