package io.livekube.lab.sync;

import io.livekube.agent.sync.KindView;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// A cluster whose objects change at random, and the caches of its agent, all in one thread.
final class SimulatedCluster {
    static final List<Part.Kind> KINDS = List.of(
            WellKnownKinds.named("Pod").orElseThrow(),
            WellKnownKinds.named("Event").orElseThrow(),
            WellKnownKinds.named("Node").orElseThrow());

    private final RandomGenerator random;
    private final int keys;
    private final Map<Resource, Truth> truths = new HashMap<>();
    private long version = 100;
    private int incarnations;

    private static final class Truth {
        final ObjectFormat format;
        final Store server;
        final Map<ObjectKey, Long> removed = new HashMap<>();
        final Set<Long> digests = new HashSet<>();
        Store cache;
        boolean synced;

        Truth(Resource resource) {
            format = new ObjectFormat(resource, new FormatConfig(List.of(), List.of(), 1_000_000, 4096));
            server = new Store("server/" + resource);
            cache = new Store("cache/" + resource);
        }
    }

    SimulatedCluster(RandomGenerator random, int keys) {
        this.random = random;
        this.keys = keys;
        KINDS.forEach(kind -> truths.put(kind.resource(), new Truth(kind.resource())));
    }

    /// Creates, updates, deletes or replaces one object; the agent's cache gets the change if it is synced.
    void change() {
        Resource resource = KINDS.get(random.nextInt(KINDS.size())).resource();
        Truth truth = truth(resource);
        ObjectKey key = key(resource);
        version++;
        Optional<KubeObject> held = truth.server.get(key);
        List<Change> changes;
        if (held.isPresent() && random.nextInt(3) == 0) {
            changes = truth.server.remove(key, version);
            if (truth.synced) {
                truth.cache.remove(key, version);
                truth.removed.put(key, version);
            }
        } else {
            KubeObject next = object(truth.format, key, held);
            changes = truth.server.apply(next);
            if (truth.synced) {
                truth.cache.apply(next);
            }
        }
        truth.digests.add(truth.server.digest().total());
        if (changes.isEmpty()) {
            throw new IllegalStateException("the simulated change of " + key + " changed nothing");
        }
    }

    /// The agent's caches are empty, as after a start.
    void restartAgent() {
        truths.values().forEach(truth -> {
            truth.cache = new Store("cache");
            truth.synced = false;
            truth.removed.clear();
        });
    }

    /// The agent's cache of some kind becomes whole.
    void syncOne() {
        truths.values().stream().filter(truth -> !truth.synced).findFirst().ifPresent(truth -> {
            truth.cache.replace(truth.server.list(), version);
            truth.digests.add(truth.server.digest().total());
            truth.synced = true;
        });
    }

    void syncAll() {
        KINDS.forEach(_ -> syncOne());
    }

    List<KindView> sources() {
        List<KindView> sources = new ArrayList<>();
        for (Part.Kind kind : KINDS) {
            Truth truth = truth(kind.resource());
            Optional<Snapshot> snapshot = truth.synced ? Optional.of(truth.cache.snapshot()) : Optional.empty();
            sources.add(new KindView(
                    kind,
                    snapshot,
                    truth.synced ? KindState.SYNCED : KindState.SYNCING,
                    truth.cache.size(),
                    "",
                    key -> truth.removed.getOrDefault(key, truth.cache.resourceVersion())));
        }
        return sources;
    }

    Snapshot server(Resource resource) {
        return truth(resource).server.snapshot();
    }

    /// Whether the server had this very state at some time.
    boolean everHad(Resource resource, long digest) {
        return digest == 0 || truth(resource).digests.contains(digest);
    }

    private Truth truth(Resource resource) {
        return Objects.requireNonNull(truths.get(resource));
    }

    private ObjectKey key(Resource resource) {
        boolean namespaced = !resource.plural().equals("nodes");
        int number = random.nextInt(keys);
        return new ObjectKey(namespaced ? "ns-" + number % 3 : "", resource.plural() + "-" + number);
    }

    private KubeObject object(ObjectFormat format, ObjectKey key, Optional<KubeObject> held) {
        boolean replaced = held.isEmpty() || random.nextInt(8) == 0;
        String uid = replaced ? key + " " + ++incarnations : held.get().uid().toString();
        String namespace = key.namespace().isEmpty() ? "" : "\"namespace\":\"" + key.namespace() + "\",";
        byte[] json =
                "{\"metadata\":{\"name\":\"%s\",%s\"uid\":\"%s\",\"resourceVersion\":\"%d\"},\"spec\":{\"value\":%d}}"
                        .formatted(key.name(), namespace, uid, version, random.nextInt(1000))
                        .getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }
}
