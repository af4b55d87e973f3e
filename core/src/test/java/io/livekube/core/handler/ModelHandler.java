package io.livekube.core.handler;

import io.livekube.core.handler.HandlerBacklog.Delivery;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Uid;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A handler that gets changes as slowly as the schedule decides, with occasional resyncs, and that fails on
/// any change that does not follow from the earlier ones.
public final class ModelHandler {
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private final HandlerBacklog deliveries;
    private final Map<ObjectKey, KubeObject> known = new HashMap<>();
    /// Objects that existed before it was added, and that it has not received yet.
    private final Set<Uid> before = new HashSet<>();
    /// Objects of a first complete state that still exist, and that it has not received yet.
    private final Set<Uid> first = new HashSet<>();

    public ModelHandler(Store store, Instant now) {
        this.deliveries = new HandlerBacklog(store, Optional.of(RESYNC), nanos(now));
        store.list().forEach(object -> before.add(object.uid()));
    }

    public void offer(List<Change> changes, boolean initial) {
        for (Change change : changes) {
            switch (change) {
                case Change.Added(KubeObject object) when initial -> first.add(object.uid());
                case Change.Deleted(KubeObject object, boolean _) -> first.remove(object.uid());
                default -> {}
            }
        }
        deliveries.offer(changes, initial);
    }

    /// Delivers the next change, if any.
    public boolean tell(Instant now) {
        Optional<Delivery> next = deliveries.next(nanos(now));
        next.ifPresent(delivery -> {
            switch (delivery) {
                case Delivery.Present(KubeObject object) -> {
                    requireEarly(object, true);
                    take(new Change.Added(object));
                }
                case Delivery.Changed(List<Change> changes) ->
                    changes.forEach(change -> {
                        if (change instanceof Change.Added(KubeObject object)) {
                            requireEarly(object, false);
                        }
                        take(change);
                    });
                case Delivery.Again(KubeObject object) -> take(new Change.Updated(object, object));
            }
        });
        return next.isPresent();
    }

    private void requireEarly(KubeObject object, boolean early) {
        boolean was = before.remove(object.uid()) || first.remove(object.uid());
        if (was != early) {
            throw new AssertionError("a handler was told %s as if it had %sbeen there in the beginning"
                    .formatted(object, early ? "" : "not "));
        }
    }

    private static long nanos(Instant now) {
        return Duration.between(Instant.EPOCH, now).toNanos();
    }

    private void take(Change change) {
        ObjectKey key = change.object().key();
        KubeObject last = known.get(key);
        switch (change) {
            case Change.Added(KubeObject object) -> {
                require(last == null, change, last);
                known.put(key, object);
            }
            case Change.Updated(KubeObject old, KubeObject object) -> {
                require(last == old && old.sameUid(object), change, last);
                known.put(key, object);
            }
            case Change.Deleted(KubeObject object, boolean finalStateKnown) -> {
                require(last != null && last.sameUid(object), change, last);
                known.remove(key);
            }
        }
    }

    private static void require(boolean legal, Change change, @Nullable KubeObject last) {
        if (!legal) {
            throw new AssertionError("a handler that knew " + last + " was told " + change);
        }
    }

    /// After all changes, it knows exactly the store's objects.
    public void settle(Store store, Instant now) {
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
