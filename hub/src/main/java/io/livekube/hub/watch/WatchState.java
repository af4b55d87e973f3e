package io.livekube.hub.watch;

import io.livekube.hub.subscription.LogCursor;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;

/// State of a watch.
///
/// ```
///  Initial ──▶ AwaitingVersion ──▶ (Initial) ──▶ CatchingUp ──▶ Following
///     └─────────────────────────────────────────────▲
/// ```
sealed interface WatchState {
    /// Position of the next entry in the change log.
    LogCursor cursor();

    /// Sends the objects or events that the watch starts with.
    ///
    /// @param announceEnd whether to send a bookmark after the last of them
    record Initial(Iterator<WatchEvent> rest, boolean announceEnd, Begun then) implements WatchState {
        @Override
        public LogCursor cursor() {
            return then.cursor();
        }
    }

    /// The reader has everything up to a version.
    sealed interface Begun extends WatchState {
        long known();
    }

    /// The reader has a version that the log has not reached.
    ///
    /// @param resume determines where to continue once the log has reached the version, which may take a while;
    /// returns empty if unknown
    record AwaitingVersion(LogCursor cursor, long known, Supplier<Optional<Resumption>> resume) implements Begun {}

    /// Frames are encoded for this watch alone, until they are the same as for all others: past what the reader
    /// already has, and past a first event that carries more than later ones.
    record CatchingUp(LogCursor cursor, long known) implements Begun {}

    /// Frames are shared with the group.
    record Following(LogCursor cursor) implements WatchState {}
}
