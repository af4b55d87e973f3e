package io.livekube.core.informer;

import io.livekube.core.store.Change;
import java.util.List;

/// Listener for the changes of each write to a cache, on the writer's thread and before the next write.
///
/// It must return immediately, without blocking or throwing, because the cache is locked in the meantime. Do
/// real work on another thread, or in a [Handler].
///
/// An exception is a bug, which ends the reflector for good: the cache contains that write but receives no
/// further writes for the same scope, later listeners and the handlers do not receive it, every
/// [WatchFailureListener] is notified, and the kind is [SyncState#STALE], or [SyncState#DIED] if it was not
/// synced yet. Only a new informer can follow the kind again.
@FunctionalInterface
public interface ChangeListener {
    /// Receives the changes of one write.
    ///
    /// @param changes in order; empty for a complete state without differences
    void changed(List<Change> changes);
}
