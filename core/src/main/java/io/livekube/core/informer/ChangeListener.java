package io.livekube.core.informer;

import io.livekube.core.store.Change;
import java.util.List;

/// Is told what each write did to a cache, on the writer's own thread and before the next write.
///
/// It must return at once, throw nothing and not wait for anybody: the cache stands still meanwhile. Whoever has
/// work to do takes a note here and does it elsewhere, or registers a [Handler].
@FunctionalInterface
public interface ChangeListener {
    /// Takes note of one write.
    ///
    /// @param changes in their order; empty for a whole state that brought nothing new
    void changed(List<Change> changes);
}
