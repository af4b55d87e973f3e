package io.livekube.core.informer;

import io.livekube.core.informer.Deliveries.Delivery;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A handler that is told as slowly as the schedule likes, now and then all of it again, and that objects to whatever
/// does not follow from what it was told before.
final class ModelHandler {
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private final Deliveries deliveries;
    private final Map<ObjectKey, KubeObject> known = new HashMap<>();

    ModelHandler(Store store, Instant now) {
        this.deliveries = new Deliveries(store, Optional.of(RESYNC), nanos(now));
    }

    void offer(List<Change> changes, boolean initial) {
        deliveries.offer(changes, initial);
    }

    /// Tells it the next thing, if there is one.
    boolean tell(Instant now) {
        Optional<Delivery> next = deliveries.next(nanos(now));
        next.ifPresent(delivery -> {
            switch (delivery) {
                case Delivery.Present(KubeObject object) -> take(new Change.Added(object));
                case Delivery.Changed(List<Change> changes) -> changes.forEach(this::take);
                case Delivery.Again(KubeObject object) -> take(new Change.Updated(object, object));
            }
        });
        return next.isPresent();
    }

    private static long nanos(Instant now) {
        return Duration.between(Instant.EPOCH, now).toNanos();
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
    void settle(Store store, Instant now) {
        while (tell(now)) {
            // until nothing is left
        }
        Map<ObjectKey, KubeObject> held = new HashMap<>();
        store.list().forEach(o -> held.put(o.key(), o));
        if (!held.equals(known)) {
            throw new AssertionError("a handler knows " + known.values() + ", but the cache holds " + held.values());
        }
    }
}
