package io.livekube.core.handler;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.function.Consumer;

/// Handler of a cache's changes.
///
/// Each handler is called on its own thread, one change at a time. Its calls lead from an empty cache to the
/// current one: every object is added before it is updated or deleted, and a re-created object is deleted and
/// then added. A handler that can't keep up gets the latest state of each object and misses intermediate ones.
public interface Handler {
    /// An object was added.
    ///
    /// @param initial whether the object is part of the first state of the cache, or was in the cache before
    /// the handler was added; other additions are changes in the cluster
    default void onAdd(KubeObject object, boolean initial) {}

    /// An object has a new version; on a resync `old` and `now` are the same.
    default void onUpdate(KubeObject old, KubeObject now) {}

    /// An object was deleted.
    ///
    /// @param finalStateKnown false if the deletion itself was missed and `last` may be outdated
    default void onDelete(KubeObject last, boolean finalStateKnown) {}

    /// A handler that only receives the keys of changed objects.
    static Handler keys(Consumer<ObjectKey> consumer) {
        return new Handler() {
            @Override
            public void onAdd(KubeObject object, boolean initial) {
                consumer.accept(object.key());
            }

            @Override
            public void onUpdate(KubeObject old, KubeObject now) {
                consumer.accept(now.key());
            }

            @Override
            public void onDelete(KubeObject last, boolean finalStateKnown) {
                consumer.accept(last.key());
            }
        };
    }
}
