package io.livekube.core.informer;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A handler that is told as slowly as the schedule likes, and that objects to whatever does not follow from what it
/// was told before. As in [HandlerRunner]: first what was there, then the changes, merged while they wait.
final class ModelHandler {
    private final Deque<KubeObject> replay;
    private final PendingChanges pending = new PendingChanges();
    private final Map<ObjectKey, KubeObject> known = new HashMap<>();

    ModelHandler(Store store) {
        this.replay = new ArrayDeque<>(store.snapshot().list());
    }

    void offer(List<Change> changes) {
        changes.forEach(pending::offer);
    }

    /// Tells it the next thing, if there is one.
    boolean tell() {
        KubeObject present = replay.poll();
        if (present != null) {
            take(new Change.Added(present));
            return true;
        }
        Optional<List<Change>> changes = pending.poll();
        changes.ifPresent(all -> all.forEach(this::take));
        return changes.isPresent();
    }

    private void take(Change change) {
        ObjectKey key = change.object().key();
        KubeObject before = known.get(key);
        switch (change) {
            case Change.Added(KubeObject object) -> {
                require(before == null, change, before);
                known.put(key, object);
            }
            case Change.Updated(KubeObject old, KubeObject object) -> {
                require(before == old && old.sameUid(object), change, before);
                known.put(key, object);
            }
            case Change.Deleted(KubeObject object, boolean finalStateKnown) -> {
                require(before != null && before.sameUid(object), change, before);
                known.remove(key);
            }
        }
    }

    private static void require(boolean legal, Change change, @Nullable KubeObject before) {
        if (!legal) {
            throw new AssertionError("a handler that knew " + before + " was told " + change);
        }
    }

    /// Told everything, it knows exactly what the store holds.
    void settle(Store store) {
        while (tell()) {
            // until nothing is left
        }
        Map<ObjectKey, KubeObject> held = new HashMap<>();
        store.list().forEach(o -> held.put(o.key(), o));
        if (!held.equals(known)) {
            throw new AssertionError("a handler knows " + known.values() + ", but the cache holds " + held.values());
        }
    }
}
