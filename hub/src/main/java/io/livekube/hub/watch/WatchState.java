package io.livekube.hub.watch;

import io.livekube.hub.subscription.LogCursor;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;

/// Where a watch is.
///
/// ```
///  Initial ──▶ AwaitingVersion ──▶ (Initial) ──▶ CatchingUp ──▶ Following
///     └─────────────────────────────────────────────▲
/// ```
sealed interface WatchState {
    /// What comes next in the change log.
    LogCursor cursor();

    /// Sends the objects or events that the watch begins with.
    ///
    /// @param announceEnd whether a bookmark follows the last of them
    record Initial(Iterator<WatchEvent> rest, boolean announceEnd, Begun then) implements WatchState {
        @Override
        public LogCursor cursor() {
            return then.cursor();
        }
    }

    /// The reader knows everything up to a version.
    sealed interface Begun extends WatchState {
        long known();
    }

    /// The reader knows a version that the log has not come to.
    ///
    /// @param resume finds out where to continue once the log has; takes a while. Empty if that is unknown
    record AwaitingVersion(LogCursor cursor, long known, Supplier<Optional<Resumption>> resume) implements Begun {}

    /// Frames are encoded for this watch alone, up to where they are the same as for all others: behind what
    /// the reader knows already, and behind a first event that carries more than the others.
    record CatchingUp(LogCursor cursor, long known) implements Begun {}

    /// Frames are shared with the group.
    record Following(LogCursor cursor) implements WatchState {}
}
