package io.livekube.core.handler;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.function.Consumer;

/// Handler of the changes of a cache.
///
/// Each handler is called on a thread of its own, one change at a time. Its calls lead from an empty cache to
/// the present one: every object is added before it is updated or deleted, and a re-created object is deleted
/// and added. A handler that is slower than the changes gets the latest state of each object and misses those
/// in between.
public interface Handler {
    /// An object was added.
    ///
    /// @param initial whether the object is part of the first state of the cache, or was in it before the
    /// handler; an addition that is not initial is a change in the cluster
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
