package io.livekube.hub.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every state that the log reaches back to is reconstructed exactly.
class PastStateTest {
    private static final Resource PODS = Resource.core("v1", "pods");

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));

    private KubeObject pod(String name, String uid, long version) {
        byte[] json = """
                {"metadata":{"namespace":"default","name":"%s","uid":"%s","resourceVersion":"%d"}}""".formatted(name, uid, version).getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void undoingLaterChangesRestoresEachState() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var log = new ChangeLog();
            try (var store = new Store("pods")) {
                store.bookmark(100);
                log.reset(100);
                Map<Long, Snapshot> states = new TreeMap<>(Map.of(100L, store.snapshot()));
                for (long version = 101; version < 140; version++) {
                    List<Change> changes = change(store, random, version);
                    log.append(changes, Map.of(), version, Instant.EPOCH);
                    states.put(version, store.snapshot());
                }
                Snapshot present = store.snapshot();
                for (Map.Entry<Long, Snapshot> state : states.entrySet()) {
                    List<LogEntry> since = log.between(state.getKey(), present.resourceVersion())
                            .orElseThrow();
                    Snapshot past = PastState.of(present, since, state.getKey());
                    assertThat(past.list())
                            .as("seed %d, version %d", seed, state.getKey())
                            .isEqualTo(state.getValue().list());
                    assertThat(past.digest()).isEqualTo(state.getValue().digest());
                    assertThat(past.resourceVersion()).isEqualTo(state.getKey());
                }
            }
        }
    }

    /// Creates, changes or deletes one object; sometimes changes nothing.
    private List<Change> change(Store store, Random random, long version) {
        String name = "p" + random.nextInt(5);
        if (random.nextInt(6) == 0) {
            store.bookmark(version);
            return List.of();
        }
        var held = store.get("default", name);
        if (held.isEmpty()) {
            return store.apply(pod(name, "u" + version, version));
        }
        if (random.nextBoolean()) {
            return store.remove(held.get().key(), version);
        }
        return store.apply(pod(name, held.get().uid().toString(), version));
    }
}
