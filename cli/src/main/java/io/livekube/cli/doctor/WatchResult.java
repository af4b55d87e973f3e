package io.livekube.cli.doctor;

import java.time.Duration;
import java.util.Optional;

/// Result of watching a kind.
sealed interface WatchResult {
    /// The watch opened.
    ///
    /// @param opened from the request to the response headers
    /// @param firstEvent from the request to the first event, if any
    /// @param complete from the request to the end of the initial events, if any
    /// @param bookmark whether a bookmark arrived
    record Open(
            Duration opened, Optional<Duration> firstEvent, Optional<Duration> complete, long events, boolean bookmark)
            implements WatchResult {}

    /// The server returned an error.
    record Refused(int status, String message) implements WatchResult {}

    /// The connection failed, or there was no response.
    record Broken(String why) implements WatchResult {}

    /// Not tried.
    record Skipped(String why) implements WatchResult {}
}
