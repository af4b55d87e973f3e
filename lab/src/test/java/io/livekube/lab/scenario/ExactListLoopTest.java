package io.livekube.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// kubernetes#133810 against our informer and fabric8's, on the same server: what each of them does.
@Tag("slow")
class ExactListLoopTest {

    @Test
    void livekubeEscapesWithOneUnpagedListAndReportsIt() throws Exception {
        try (var server = new StuckServer();
                var client = new ApiClient(ApiAccess.open(server.url()), ClientConfig.defaults());
                var informers = new InformerFactory(client, InformerConfig.defaults())) {
            Informer pods = informers.informer(Resource.core("v1", "pods"));
            informers.start();
            informers.awaitSync(StuckServer.PATIENCE).orThrow();
            server.getStuck();

            await().atMost(StuckServer.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.store().list())
                            .extracting(KubeObject::name)
                            .containsExactly("later", "pod-0", "pod-1", "pod-2"));
            assertThat(pods.status().report().counters().stuck()).isEqualTo(1);
            assertThat(server.unpagedLists()).hasSize(1);
            server.create("later-still");
            await().atMost(StuckServer.PATIENCE)
                    .until(() -> pods.store().get("default", "later-still").isPresent());
        }
    }

    /// As observed with fabric8 7.8: it lists and is refused over and over, with growing delays, and reports
    /// that it has synced; only the fact that it is not watching reveals the problem.
    @Test
    void fabric8WithPagesGoesRoundInCirclesUntilTheServerRecovers() throws Exception {
        try (var server = new StuckServer();
                KubernetesClient client = fabric8(server);
                SharedIndexInformer<Pod> pods =
                        client.pods().inNamespace("default").withLimit(500L).runnableInformer(0)) {
            pods.start().toCompletableFuture().get(StuckServer.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            server.getStuck();

            server.awaitOldLists(3);
            assertThat(pods.getStore().listKeys())
                    .doesNotContain("default/later")
                    .hasSize(3);
            assertThat(pods.hasSynced()).isTrue();
            assertThat(pods.isRunning()).isTrue();
            assertThat(pods.isWatching()).isFalse();
            assertThat(server.unpagedLists()).isEmpty();

            server.heal();
            await().atMost(StuckServer.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.getStore().listKeys()).contains("default/later"));
        }
    }

    /// Unless asked to, fabric8 asks for everything at once, and so does not meet this fault: it pays with the size of
    /// the answer.
    @Test
    void fabric8WithoutPagesIsNotAffected() throws Exception {
        try (var server = new StuckServer();
                KubernetesClient client = fabric8(server);
                SharedIndexInformer<Pod> pods =
                        client.pods().inNamespace("default").runnableInformer(0)) {
            pods.start().toCompletableFuture().get(StuckServer.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            server.getStuck();
            await().atMost(StuckServer.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.getStore().listKeys()).contains("default/later"));
            assertThat(server.unpagedLists()).hasSizeGreaterThan(1);
        }
    }

    private static KubernetesClient fabric8(StuckServer server) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url().toString())
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
