package io.livekube.cli.doctor;

import java.time.Duration;
import java.util.Optional;

/// What came of watching a kind.
sealed interface WatchResult {
    /// It was opened.
    ///
    /// @param opened from asking to the answer's head
    /// @param firstEvent from asking to the first event, if any came
    /// @param complete from asking to the end of the initial events, if they were sent
    /// @param bookmark whether one came
    record Open(
            Duration opened, Optional<Duration> firstEvent, Optional<Duration> complete, long events, boolean bookmark)
            implements WatchResult {}

    /// The server said no.
    record Refused(int status, String message) implements WatchResult {}

    /// It broke off, or never answered.
    record Broken(String why) implements WatchResult {}

    /// It was not tried.
    record Skipped(String why) implements WatchResult {}
}
