package io.livekube.lab.wire;

import io.livekube.agent.sync.KindView;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Store;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import io.livekube.simulator.churn.ChurnEngine;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreChange;
import io.livekube.simulator.store.StoreConfig;
import io.livekube.simulator.store.StoredObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An agent's caches of a simulated cluster, without anything in between: the same seed and times give the same bytes.
final class ClusterCaches {
    private final Map<Resource, Cache> caches = new LinkedHashMap<>();
    private final ChurnEngine churn;
    private long changes;

    private static final class Cache {
        final Part.Kind kind;
        final ObjectFormat format;
        final Store store;
        final List<KubeObject> first = new ArrayList<>();
        final Map<ObjectKey, Long> removed = new HashMap<>();

        Cache(Part.Kind kind) {
            this.kind = kind;
            this.format = new ObjectFormat(kind.resource(), FormatConfig.defaultsFor(kind.resource()));
            this.store = new Store(kind.kind());
            format.learnKind(kind.kind());
        }

        KubeObject decode(StoredObject object) {
            byte[] json = object.json();
            try {
                return format.decode(json, 0, json.length);
            } catch (MalformedObjectException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    ClusterCaches(int pods, double churnRate, Instant now) {
        WellKnownKinds.all().stream()
                .filter(kind -> !kind.kind().equals("Secret") && !kind.kind().equals("Lease"))
                .forEach(kind -> caches.put(kind.resource(), new Cache(kind)));
        ObjectStore server = new ObjectStore(StoreConfig.defaults());
        server.onChange(change -> of(change.type()).ifPresent(cache -> cache.first.add(cache.decode(change.object()))));
        ClusterGenerator.populate(server, ClusterSpec.defaults().withPods(pods).withNow(now), (_, _) -> {});
        caches.values().forEach(cache -> {
            cache.format.settle();
            cache.store.replace(cache.first, server.revision());
            cache.first.clear();
        });
        server.onChange(this::changed);
        churn = new ChurnEngine(server, ChurnSpec.defaults().withChangesPerSecond(churnRate));
    }

    /// Some more changes; returns how many.
    int churn(Instant now) {
        return churn.step(now);
    }

    /// Changes of followed kinds so far.
    long changes() {
        return changes;
    }

    int objects() {
        return caches.values().stream().mapToInt(cache -> cache.store.size()).sum();
    }

    List<KindView> sources() {
        return caches.values().stream().map(ClusterCaches::source).toList();
    }

    Map<Resource, Store> stores() {
        Map<Resource, Store> stores = new LinkedHashMap<>();
        caches.forEach((resource, cache) -> stores.put(resource, cache.store));
        return stores;
    }

    private static KindView source(Cache cache) {
        return new KindView(
                cache.kind,
                Optional.of(cache.store.snapshot()),
                KindState.SYNCED,
                cache.store.size(),
                "",
                key -> cache.removed.getOrDefault(key, cache.store.resourceVersion()));
    }

    private void changed(StoreChange change) {
        of(change.type()).ifPresent(cache -> {
            KubeObject object = cache.decode(change.object());
            changes++;
            switch (change.kind()) {
                case ADDED, MODIFIED -> cache.store.apply(object);
                case DELETED -> {
                    cache.store.remove(object);
                    cache.removed.put(object.key(), object.resourceVersion());
                }
            }
        });
    }

    private Optional<Cache> of(ResourceType type) {
        return Optional.ofNullable(caches.get(new Resource(type.group(), type.version(), type.plural())));
    }
}
