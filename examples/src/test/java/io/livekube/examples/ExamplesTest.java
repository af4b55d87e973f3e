package io.livekube.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.store.StoredJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The examples do what they say, on a simulated cluster.
class ExamplesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());
    private final ApiClient client = new ApiClient(ApiAccess.open(simulator.url()), ClientConfig.defaults());
    private final InformerFactory informers = new InformerFactory(client, InformerConfig.defaults());

    @AfterEach
    void stop() {
        informers.close();
        client.close();
        simulator.close();
    }

    @Test
    void podsAreCountedByNode() throws Exception {
        ClusterGenerator.populate(simulator.store(), ClusterSpec.defaults().withPods(200), ProgressListener.none());

        Map<String, Integer> counts = CountPods.podsByNode(informers);

        assertThat(counts).hasSize(simulator.store().count(BuiltInTypes.NODE));
        assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isBetween(150, 200);
    }

    @Test
    void onlyEventsFromNowOnAreTailed() throws Exception {
        createEvent("before", "Scheduled");
        List<String> lines = new CopyOnWriteArrayList<>();
        TailEvents.tail(informers, lines::add);
        informers.awaitSync(PATIENCE).orThrow();
        createEvent("after", "Started");

        await().atMost(PATIENCE).until(() -> !lines.isEmpty());
        assertThat(lines).containsExactly("Normal   Started              default/after");
    }

    @Test
    void onlyPodsThatNothingControlsAreReported() {
        createPod("controlled", true);
        createPod("alone", false);
        Set<ObjectKey> orphans = ConcurrentHashMap.newKeySet();

        try (var _ = OrphanController.run(informers, orphans::add)) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(orphans).contains(key("alone")));
            createPod("later-controlled", true);
            createPod("later-alone", false);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(orphans).contains(key("later-alone")));
        }
        assertThat(orphans).containsExactlyInAnyOrder(key("alone"), key("later-alone"));
        assertThat(informers.informer(Resource.core("v1", "pods")).handlers())
                .as("those that add to the queue, which is closed")
                .isEmpty();
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    private void createEvent(String name, String reason) {
        simulator
                .store()
                .create(
                        BuiltInTypes.EVENT,
                        object("Event", name).put("type", "Normal").put("reason", reason));
    }

    private void createPod(String name, boolean controlled) {
        ObjectNode pod = object("Pod", name);
        ((ObjectNode) pod.get("metadata"))
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "ReplicaSet")
                .put("name", "owner")
                .put("uid", "7d0e6c4a-0000-4000-8000-000000000001")
                .put("controller", controlled);
        simulator.store().create(BuiltInTypes.POD, pod);
    }

    private static ObjectNode object(String kind, String name) {
        ObjectNode object = StoredJson.object().put("apiVersion", "v1").put("kind", kind);
        object.putObject("metadata").put("namespace", "default").put("name", name);
        return object;
    }
}
