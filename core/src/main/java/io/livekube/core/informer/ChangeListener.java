package io.livekube.core.informer;

import io.livekube.core.store.Change;
import java.util.List;

/// Listener for the changes of each write to a cache, on the writer's thread and before the next write.
///
/// It must return at once, throw nothing and wait for nothing: the cache is blocked meanwhile. Real work
/// belongs on another thread, or into a [Handler].
///
/// An exception is a defect, which ends the reflector for good: the cache contains that write and gets no
/// more of the same scope, later listeners and the handlers do not receive it, every [WatchFailureListener]
/// is notified, and the kind is [SyncState#STALE], or [SyncState#DIED] if it was not synced yet. Only a new
/// informer will follow the kind again.
@FunctionalInterface
public interface ChangeListener {
    /// Receives the changes of one write.
    ///
    /// @param changes in order; empty for a whole state without differences
    void changed(List<Change> changes);
}
