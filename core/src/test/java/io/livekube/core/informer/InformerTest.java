package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.model.Resource;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import io.livekube.simulator.resource.BuiltInTypes;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class InformerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void cacheFollowsAChurningCluster() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorConfig.defaults())) {
            ClusterGenerator.populate(
                    simulator.store(), ClusterSpec.defaults().withPods(2000), ProgressListener.none());
            try (var client = new ApiClient(ApiAccess.open(simulator.url()), ClientConfig.defaults());
                    var informers = new InformerFactory(client, InformerConfig.defaults())) {
                Informer pods = informers.informer(Resource.core("v1", "pods"));
                informers.start();
                informers.awaitSync(PATIENCE).orThrow();
                assertThat(pods.store().size()).isEqualTo(2000);
                try (Churn churn =
                        Churn.start(simulator.store(), ChurnSpec.defaults().withChangesPerSecond(500))) {
                    await().atMost(PATIENCE).until(() -> churn.changes() > 1500);
                }
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(pods.store().size())
                                .isEqualTo(simulator.store().count(BuiltInTypes.POD)));
            }
        }
    }
}
