package io.livekube.agent.follow;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Versions at which objects were deleted, kept until the deletion has been sent to the hub.
///
/// Bounded by the number of objects that the hub may hold: an object that it was never sent needs no removal.
/// For an object without an entry, the version of the first snapshot without the object is used, which is later
/// but also correct.
final class DeletionVersions {
    private final Map<ObjectKey, Long> versions = new ConcurrentHashMap<>();
    private volatile List<Snapshot> atHub = List.of();
    private long epoch;

    /// Records a write, on the writer's thread.
    void record(List<Change> changes) {
        for (Change change : changes) {
            ObjectKey key = change.object().key();
            switch (change) {
                case Change.Deleted deleted -> {
                    if (deleted.finalStateKnown()
                            && atHub.stream().anyMatch(held -> held.get(key).isPresent())) {
                        versions.put(key, deleted.object().resourceVersion());
                    }
                }
                case Change.Added _, Change.Updated _ -> versions.remove(key);
            }
        }
    }

    /// A batch is about to be sent: the hub holds `held`, or will soon hold `offered`. Drops the versions of
    /// all other objects.
    void sending(Optional<Snapshot> held, Snapshot offered) {
        List<Snapshot> now = held.map(before -> List.of(before, offered)).orElse(List.of(offered));
        atHub = now;
        if (offered.epoch() != epoch) {
            epoch = offered.epoch();
            versions.clear(); // versions of different epochs are not comparable
        }
        versions.keySet().removeIf(key -> now.stream().noneMatch(s -> s.get(key).isPresent()));
    }

    /// The version at which an object was deleted that a snapshot no longer has.
    long removedAt(ObjectKey key, Snapshot snapshot) {
        long latest = snapshot.resourceVersion();
        long version = versions.getOrDefault(key, latest);
        return Long.compareUnsigned(version, latest) <= 0 ? version : latest;
    }

    int size() {
        return versions.size();
    }
}
