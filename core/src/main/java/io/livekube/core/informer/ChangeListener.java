package io.livekube.core.informer;

import io.livekube.core.store.Change;
import java.util.List;

/// Is told what each write did to a cache, on the writer's own thread and before the next write.
///
/// It must return at once, throw nothing and not wait for anybody: the cache stands still meanwhile. Whoever has
/// work to do takes a note here and does it elsewhere, or registers a [Handler].
///
/// Whatever it throws is a defect, which ends the reflector for good: the cache has that write and gets no other of the
/// same scope, later listeners and the handlers are not told of it, every [WatchFailureListener] is told of the defect,
/// and the kind is [SyncState#STALE], or [SyncState#DIED] if it was not synced yet. Only another informer follows on.
@FunctionalInterface
public interface ChangeListener {
    /// Takes note of one write.
    ///
    /// @param changes in their order; empty for a whole state that brought nothing new
    void changed(List<Change> changes);
}
