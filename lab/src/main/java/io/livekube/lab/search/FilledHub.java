package io.livekube.lab.search;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.lab.child.Child;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// A child that runs a hub whose mirrors are filled with simulated clusters, as if agents had pushed them.
///
/// Some clusters are made from a seed each; the others run the same applications as one of these, as stages
/// of one system do.
final class FilledHub {
    private static final int SEEDS = 5;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int TRICKLE_PER_S = 200;
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private FilledHub() {}

    /// Arguments: the tokens file, how many clusters, pods of each.
    public static void main(String[] args) {
        Child.main(child -> {
            try (Hub hub = Hub.start(HubConfig.defaults(Path.of(args[0])), InstantSource.system())) {
                int clusters = Integer.parseInt(args[1]);
                int pods = Integer.parseInt(args[2]);
                long objects = IntStream.range(0, Math.min(clusters, SEEDS))
                        .parallel()
                        .mapToLong(seed -> {
                            Map<Part.Kind, List<byte[]>> sent = generate(seed + 1, pods);
                            return IntStream.iterate(seed, i -> i < clusters, i -> i + SEEDS)
                                    .mapToLong(i -> fill(mirror(hub, i), sent))
                                    .sum();
                        })
                        .sum();
                child.emit(
                        "ready", Child.fields().put("url", hub.url().toString()).put("objects", objects));
                child.serve(Map.of("index", _ -> index(hub), "settle", _ -> settle(hub), "trickle", _ -> trickle(hub)));
            }
        });
    }

    static String cluster(int i) {
        return "%s-%02d".formatted(i % 4 == 0 ? "prod" : i % 4 == 1 ? "stage" : "dev", i);
    }

    private static ClusterMirror mirror(Hub hub, int i) {
        return hub.clusters().register(cluster(i)).orElseThrow().mirror();
    }

    /// Waits until all kinds have been repacked.
    private static ObjectNode settle(Hub hub) throws InterruptedException {
        List<KindMirror> kinds = hub.clusters().all().stream()
                .flatMap(cluster -> cluster.mirror().kinds().stream())
                .toList();
        while (kinds.stream().anyMatch(KindMirror::repackable)) {
            Thread.sleep(POLL);
        }
        return Child.fields();
    }

    /// Starts changing some pods per second in all clusters, until the end.
    private static ObjectNode trickle(Hub hub) {
        List<KindMirror> kinds = hub.clusters().all().stream()
                .flatMap(cluster -> cluster.mirror().kind(PODS).stream())
                .toList();
        Thread.ofPlatform().daemon().name("trickle").start(() -> {
            var random = new SplittableRandom(1);
            for (long version = 2_000_000; ; version++) {
                change(kinds.get(random.nextInt(kinds.size())), random, version);
                LockSupport.parkNanos(1_000_000_000L / TRICKLE_PER_S);
            }
        });
        return Child.fields().put("changes_per_s", TRICKLE_PER_S);
    }

    private static void change(KindMirror kind, SplittableRandom random, long version) {
        Snapshot state = kind.store().snapshot();
        KubeObject old = state.list().get(random.nextInt(state.size()));
        String json = new String(old.content(), StandardCharsets.UTF_8)
                .replaceFirst("\"resourceVersion\":\"[0-9]+\"", "\"resourceVersion\":\"" + version + "\"");
        byte[] changed = json.getBytes(StandardCharsets.UTF_8);
        kind.publish(state.draft().put(decode(kind::decode, changed)).at(version), Map.of(), Instant.now());
    }

    private static ObjectNode index(Hub hub) {
        return Child.fields()
                .put("bytes", hub.searchIndex().bytes())
                .put(
                        "objects",
                        hub.searchIndex().objects().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum());
    }

    /// The batches that an agent of a cluster would send.
    private static Map<Part.Kind, List<byte[]>> generate(long seed, int pods) {
        record Source(ObjectFormat format, List<byte[]> sent) {}
        Map<Resource, Source> sources = new HashMap<>();
        Map<Part.Kind, List<byte[]>> sent = new LinkedHashMap<>();
        for (Part.Kind kind : WellKnownKinds.all()) {
            Resource resource = kind.resource();
            List<byte[]> ofKind = new ArrayList<>();
            sent.put(kind, ofKind);
            sources.put(resource, new Source(new ObjectFormat(resource, FormatConfig.defaultsFor(resource)), ofKind));
        }
        ObjectStore server = new ObjectStore(StoreConfig.defaults());
        server.onChange(change -> {
            ResourceType type = change.type();
            Source source = sources.get(new Resource(type.group(), type.version(), type.plural()));
            if (source != null) {
                byte[] json = change.object().json();
                source.sent().add(decode(source.format()::decode, json).content());
            }
        });
        ClusterSpec spec = ClusterSpec.defaults().withSeed(seed).withPods(pods).withNow(NOW);
        ClusterGenerator.populate(server, spec, (_, _) -> {});
        return sent;
    }

    private static long fill(ClusterMirror mirror, Map<Part.Kind, List<byte[]>> sent) {
        long objects = 0;
        for (Map.Entry<Part.Kind, List<byte[]>> kind : sent.entrySet()) {
            KindMirror filled = new KindMirror(mirror.id(), kind.getKey());
            List<KubeObject> held = kind.getValue().stream()
                    .map(json -> decode(filled::decode, json))
                    .toList();
            filled.publish(filled.store().snapshot().draft(held, 1_000_000), Map.of(), NOW);
            mirror.add(filled);
            objects += held.size();
        }
        return objects;
    }

    private interface Decoder {
        KubeObject decode(byte[] json, int from, int to) throws MalformedObjectException;
    }

    private static KubeObject decode(Decoder decoder, byte[] json) {
        try {
            return decoder.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }
}
