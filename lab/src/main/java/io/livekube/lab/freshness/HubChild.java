package io.livekube.lab.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.lab.child.Child;
import io.livekube.lab.child.Latencies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// A child that runs a hub and notes how old each change is when readers can see it.
final class HubChild {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final byte[] MARK = ("\"" + Latencies.WRITTEN_AT + "\":\"").getBytes(StandardCharsets.US_ASCII);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration QUIET = Duration.ofMillis(700);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Latencies latencies = new Latencies();
    private final Hub hub;
    private volatile long lastSeen = System.nanoTime();

    private HubChild(Hub hub) {
        this.hub = hub;
    }

    /// Argument: the tokens file.
    public static void main(String[] args) {
        Child.main(child -> {
            HubConfig config = HubConfig.defaults(Path.of(args[0]))
                    .withControl(ControlConfig.defaults().withMode(SyncMode.ON));
            try (Hub hub = Hub.start(config, InstantSource.system())) {
                var self = new HubChild(hub);
                child.emit("ready", Child.fields().put("url", hub.url().toString()));
                child.serve(Map.of(
                        "await",
                        self::await,
                        "latency",
                        self::latency,
                        "settle",
                        self::settle,
                        "changes",
                        _ -> self.changes()));
            }
        });
    }

    /// Waits until the cluster's pods, and `kinds` kinds in all, are here, within `seconds`.
    private ObjectNode await(JsonNode command) throws InterruptedException {
        Instant deadline = Instant.now().plusSeconds(command.path("seconds").asLong());
        ClusterMirror mirror = hub.clusters()
                .register(command.path("cluster").asText())
                .orElseThrow()
                .mirror();
        while (Instant.now().isBefore(deadline)
                && (mirror.kind(PODS).filter(KindMirror::synced).isEmpty()
                        || mirror.kinds().stream().filter(KindMirror::synced).count()
                                < command.path("kinds").asInt())) {
            Thread.sleep(POLL);
        }
        if (command.path("timed").asBoolean()) {
            mirror.addListener((kind, changes) -> {
                if (kind.resource().equals(PODS)) {
                    changes.forEach(this::seen);
                }
            });
        }
        List<KindMirror> synced =
                mirror.kinds().stream().filter(KindMirror::synced).toList();
        return Child.fields()
                .put("kinds", synced.size())
                .put(
                        "objects",
                        synced.stream().mapToInt(kind -> kind.store().size()).sum())
                .put("pods", mirror.kind(PODS).map(kind -> kind.store().size()).orElse(0));
    }

    /// Waits until background work is done: all objects are indexed for search, and packed.
    private ObjectNode settle(JsonNode command) throws InterruptedException {
        Instant deadline = Instant.now().plusSeconds(command.path("seconds").asLong());
        boolean settled = false;
        while (!settled && Instant.now().isBefore(deadline)) {
            Thread.sleep(POLL);
            List<KindMirror> kinds = hub.clusters().all().stream()
                    .flatMap(cluster -> cluster.mirror().kinds().stream())
                    .toList();
            int held = kinds.stream().mapToInt(kind -> kind.store().size()).sum();
            int found = hub.searchIndex().objects().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            settled = found == held && kinds.stream().noneMatch(KindMirror::repackable);
        }
        return Child.fields().put("settled", settled);
    }

    /// Number of changes received since the first complete states.
    private ObjectNode changes() {
        long changes = hub.clusters().all().stream()
                .flatMap(cluster -> cluster.mirror().kinds().stream())
                .mapToLong(KindMirror::changes)
                .sum();
        return Child.fields().put("changes", changes);
    }

    /// The ages so far, once there are `await` of them and no more arrive, so that late ones do not count for
    /// the next call.
    private ObjectNode latency(JsonNode command) throws InterruptedException {
        latencies.await(command.path("await").asLong(), LIMIT);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < Math.min(deadline, lastSeen + QUIET.toNanos())) {
            Thread.sleep(POLL);
        }
        return latencies.take();
    }

    private void seen(Change change) {
        long now = Latencies.wallClockNanos();
        if (change instanceof Change.Deleted) {
            return;
        }
        byte[] json = change.object().content();
        int at = indexOf(json, MARK);
        if (at >= 0) {
            long written = 0;
            for (int i = at + MARK.length; json[i] != '"'; i++) {
                written = written * 10 + json[i] - '0';
            }
            latencies.record(now - written);
            lastSeen = System.nanoTime();
        }
    }

    private static int indexOf(byte[] text, byte[] part) {
        outer:
        for (int i = 0; i <= text.length - part.length; i++) {
            for (int j = 0; j < part.length; j++) {
                if (text[i + j] != part[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }
}
