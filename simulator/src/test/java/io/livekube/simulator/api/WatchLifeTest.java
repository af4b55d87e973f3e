package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.RevisionLog;
import io.livekube.simulator.store.StoreConfig;
import io.livekube.simulator.store.StoredObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class WatchLifeTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @Test
    void aWatchDoesNotHoldWhatItBeganWith() throws IOException {
        try (Simulator simulator = Simulator.start(SimulatorConfig.defaults());
                TestClient client = new TestClient(simulator)) {
            client.configMap("a", "x");
            WeakReference<StoredObject> initial = current(simulator.store(), "a");
            try (BufferedReader watch = client.open(MAPS + "?watch=1")) {
                assertThat(type(watch)).isEqualTo("ADDED");
                client.delete(MAPS + "/a");
                assertThat(type(watch)).isEqualTo("DELETED");
                simulator.compact();

                await("the first list is garbage").atMost(Duration.ofMinutes(1)).until(() -> {
                    System.gc();
                    return initial.refersTo(null);
                });
            }
        }
    }

    @Test
    void aWatchThatIsBehindGetsBookmarksAtItsPosition() throws IOException {
        var config = SimulatorConfig.defaults().withBookmarkInterval(Duration.ofNanos(1));
        try (Simulator simulator = Simulator.start(config);
                TestClient client = new TestClient(simulator)) {
            long start = simulator.store().revision();
            client.configMap("a", "x");
            int changes = 600;
            for (int i = 1; i < changes; i++) {
                var object = current(simulator.store()).toTree();
                object.withObject("/data").put("k", Integer.toString(i));
                simulator.store().update(BuiltInTypes.CONFIG_MAP, object);
            }
            String path = MAPS + "?watch=1&allowWatchBookmarks=true&resourceVersion=" + start;
            try (BufferedReader watch = client.open(path)) {
                long before = start;
                int seen = 0;
                for (JsonNode event = next(watch); seen < changes; event = next(watch)) {
                    long version = event.at("/object/metadata/resourceVersion").asLong();
                    if (event.path("type").asText().equals("BOOKMARK") && seen > 0) {
                        assertThat(version).isEqualTo(before);
                        break;
                    }
                    before = version;
                    seen++;
                }
                assertThat(seen).as("changes before the first bookmark").isLessThan(changes);
            }
        }
    }

    @Test
    void aWakeUpBetweenLookingAndWaitingIsNotLost() throws InterruptedException {
        ObjectStore store = new ObjectStore(StoreConfig.defaults());
        RevisionLog log = store.log(BuiltInTypes.CONFIG_MAP);
        long calls = log.wakeCalls();
        log.wakeReaders();

        long start = System.nanoTime();
        log.await(log.positionAfter(store.revision()), calls, TimeUnit.MINUTES.toNanos(5));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    }

    private static WeakReference<StoredObject> current(ObjectStore store, String name) {
        return new WeakReference<>(
                store.get(BuiltInTypes.CONFIG_MAP, "default", name).orElseThrow());
    }

    private static StoredObject current(ObjectStore store) {
        return store.get(BuiltInTypes.CONFIG_MAP, "default", "a").orElseThrow();
    }

    private static String type(BufferedReader watch) throws IOException {
        return next(watch).path("type").asText();
    }

    private static JsonNode next(BufferedReader watch) throws IOException {
        String line = watch.readLine();
        assertThat(line).as("the next event").isNotNull();
        return TestClient.parse(line);
    }
}
