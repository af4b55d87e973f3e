package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import java.time.Instant;
import java.util.Optional;

/// Human-readable report on a reflector.
///
/// @param synced whether the store has held a complete state at least once
/// @param startedAt when the first request was made
/// @param syncedAt when the first complete state was in the store
/// @param pages pages of the current or last LIST
/// @param objects objects of the current or last LIST
/// @param bytes bytes of the current or last LIST, decompressed
/// @param pageSize the page size in use
/// @param resourceVersion the last version seen
/// @param lastHeard when the server last sent anything
/// @param lastFailure the most recent failure
/// @param lastFailureAt its time
/// @param stuck whether the server refuses to watch from the versions that its LISTs return, and no watch has
/// delivered anything since
/// @param counters events since the start
public record ReflectorReport(
        ReflectorPhase phase,
        boolean synced,
        Instant startedAt,
        Optional<Instant> syncedAt,
        int pages,
        long objects,
        long bytes,
        int pageSize,
        long resourceVersion,
        Instant lastHeard,
        Optional<RequestFailure> lastFailure,
        Optional<Instant> lastFailureAt,
        boolean stuck,
        Counters counters) {

    /// Whether the server has answered since the last failure, or nothing ever failed.
    public boolean heardSinceFailure() {
        return lastFailureAt.map(lastHeard::isAfter).orElse(true);
    }

    /// Events since the start.
    ///
    /// @param lists LISTs begun
    /// @param watches watches opened
    /// @param events changes received
    /// @param duplicates changes received again, and ignored
    /// @param expired 410s of watches
    /// @param stuck times that a LIST after a 410 led to the same 410 again (kubernetes#133810)
    /// @param timedOutPages pages that timed out
    /// @param undecodable objects that could not be decoded
    /// @param epochs times that versions went back
    /// @param watchListFallbacks times that WatchList was given up for LIST
    public record Counters(
            long lists,
            long watches,
            long events,
            long duplicates,
            long expired,
            long stuck,
            long timedOutPages,
            long undecodable,
            long epochs,
            long watchListFallbacks) {}
}
