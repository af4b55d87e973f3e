package io.livekube.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.kube.ApiAccess;
import io.livekube.core.kube.ApiClient;
import io.livekube.core.kube.ClientConfig;
import io.livekube.core.model.ObjectKey;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The examples do what they say, on a simulated cluster.
class ExamplesTest {
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
        generate(200);

        Map<String, Integer> counts = CountPods.podsByNode(informers);

        assertThat(counts).hasSize(simulator.store().count(BuiltInTypes.NODE));
        assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isBetween(150, 200);
    }

    @Test
    void eventsAreTailed() {
        generate(100);
        List<String> lines = new CopyOnWriteArrayList<>();
        TailEvents.tail(informers, lines::add);

        try (Churn _ = Churn.start(simulator.store(), ChurnSpec.defaults().withChangesPerSecond(200))) {
            await().untilAsserted(() -> assertThat(lines).anyMatch(line -> line.startsWith("Normal")));
        }
    }

    @Test
    void podsWithoutAControllerAreReported() {
        simulator.store().create(BuiltInTypes.POD, pod("alone"));
        Set<ObjectKey> orphans = ConcurrentHashMap.newKeySet();

        try (var _ = OrphanController.run(informers, orphans::add)) {
            await().untilAsserted(() -> assertThat(orphans).contains(new ObjectKey("default", "alone")));
        }
    }

    private void generate(int pods) {
        ClusterGenerator.populate(simulator.store(), ClusterSpec.defaults().withPods(pods), ProgressListener.none());
    }

    private static ObjectNode pod(String name) {
        ObjectNode pod =
                new ObjectMapper().createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "default").put("name", name);
        return pod;
    }
}
