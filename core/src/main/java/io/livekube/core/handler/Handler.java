package io.livekube.core.handler;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.function.Consumer;

/// Is told how a cache changes.
///
/// Each handler is called on a thread of its own, one change at a time. What it is told leads from an empty cache to
/// the present one: every object is added before it is updated or deleted, and a re-created object is deleted and
/// added. A handler that is slower than the changes is told the latest of each object and misses what lay between.
public interface Handler {
    /// An object is there that was not.
    ///
    /// @param initial whether the object was there in the beginning, in the first whole state that the server sent,
    /// or in the cache before the handler came; an addition that is not initial is something that happened
    default void onAdd(KubeObject object, boolean initial) {}

    /// An object has a new version; on a resync `old` and `now` are the same.
    default void onUpdate(KubeObject old, KubeObject now) {}

    /// An object is gone.
    ///
    /// @param finalStateKnown false if the deletion itself was missed and `last` may be outdated
    default void onDelete(KubeObject last, boolean finalStateKnown) {}

    /// A handler that only wants to know which objects to look at.
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
