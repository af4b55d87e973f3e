package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.testkit.fault.RequestMatcher.requestThat;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.access.TestingPlugin;
import io.livekube.core.http.ApiClient;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.testkit.fault.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens that are wrong, run out or are rotated, from where kubeconfigs get them.
@Tag("slow")
class CredentialsTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void aPluginRunsAgainWhenItsTokenIsRejected() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("token-2"))) {
            cluster.createPods(3);
            ApiAccess access = kubeconfig(cluster, "exec: {command: ./plugin.sh}", plugin("token-$n"));
            assertThat(runs()).isEqualTo(1);
            followed(cluster, access);
            assertThat(runs()).isEqualTo(2);
        }
    }

    @Test
    void aPluginIsAskedAgainBeforeATokenThatHasRunOutIsSent() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("token-2"))) {
            cluster.createPods(3);
            String over = Instant.now().minusSeconds(5).toString();
            Files.writeString(
                    directory.resolve("1.json"), credential("token-1", ", \"expirationTimestamp\": \"" + over + "\""));
            Files.writeString(directory.resolve("2.json"), credential("token-2", ""));
            TestingPlugin.printingInTurn(directory);
            ApiAccess access = kubeconfig(cluster, "exec: {command: ./plugin.sh}", directory.resolve("plugin.sh"));

            followed(cluster, access);

            assertThat(cluster.seen(requestThat("any", r -> true)))
                    .as("no request was refused")
                    .noneMatch(r -> r.status().orElse(0) == 401);
        }
    }

    @Test
    void aPluginThatFailsLaterLeavesTheCacheAndIsTriedAgain() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("token-1"))) {
            cluster.createPods(3);
            Path plugin = plugin("token-1");
            ApiAccess access = kubeconfig(cluster, "exec: {command: ./plugin.sh}", plugin);
            try (var client = new ApiClient(access, TestingCluster.PATIENT_CLIENT);
                    var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
                Informer pods = synced(informers);
                cluster.awaitRequests(watch("pods"), 1);
                Files.writeString(plugin, "#!/bin/sh\necho out of order >&2\nexit 1\n");
                var refusal = cluster.proxy
                        .when(watch("pods"))
                        .always()
                        .then(Faults.respond(401).message("Unauthorized"));
                cluster.proxy.live(watch("pods")).cut();
                await().atMost(TestingCluster.PATIENCE)
                        .untilAsserted(() ->
                                assertThat(pods.status().cause()).contains("the credentials are not accepted", "401"));
                assertThat(pods.status().state()).isEqualTo(SyncState.STALE);
                assertThat(pods.store().size()).isEqualTo(3);
                refusal.remove();
                cluster.createPod("later");
                cluster.awaitSame(pods);
            }
        }
    }

    @Test
    void aTokenFileIsReadAgainWhenItsTokenIsRejected() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("second"))) {
            cluster.createPods(3);
            Path token = Files.writeString(directory.resolve("token"), "first\n");
            ApiAccess access = kubeconfig(cluster, "tokenFile: token", token);
            Files.writeString(token, "second\n");
            followed(cluster, access);
        }
    }

    @Test
    void aTokenThatIsReplacedInTheKubeconfigIsReadAgain() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("second"))) {
            cluster.createPods(3);
            ApiAccess access = kubeconfig(cluster, "token: first", directory);
            kubeconfig(cluster, "token: second", directory);
            followed(cluster, access);
        }
    }

    @Test
    void aWrongTokenIsDiagnosedAsThat() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("right"))) {
            ApiAccess access = kubeconfig(cluster, "token: wrong", directory);
            try (var client = new ApiClient(access, TestingCluster.PATIENT_CLIENT);
                    var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
                Informer pods = informers.informer(PODS);
                informers.start();
                await().atMost(TestingCluster.PATIENCE)
                        .untilAsserted(() ->
                                assertThat(pods.status().cause()).contains("the credentials are not accepted", "401"));
                assertThat(pods.status().state()).isEqualTo(SyncState.SYNCING);
            }
        }
    }

    private static void followed(TestingCluster cluster, ApiAccess access) throws InterruptedException {
        try (var client = new ApiClient(access, TestingCluster.PATIENT_CLIENT);
                var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
            Informer pods = synced(informers);
            cluster.createPod("later");
            cluster.awaitSame(pods);
        }
    }

    private static Informer synced(InformerFactory informers) throws InterruptedException {
        Informer pods = informers.informer(PODS);
        informers.start();
        informers.awaitSync(TestingCluster.PATIENCE).orThrow();
        return pods;
    }

    /// @param needs what must be there first
    private ApiAccess kubeconfig(TestingCluster cluster, String user, Path needs) throws IOException {
        assertThat(needs).exists();
        Path file = Files.writeString(directory.resolve("config"), """
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "%s"}}]
                users: [{name: test, user: {%s}}]
                """.formatted(
                        cluster.proxy.endpoint().url(), user));
        return Kubeconfig.file(file, Optional.empty());
    }

    /// Output of a plugin.
    private static String credential(String token, String more) {
        return "{\"kind\": \"ExecCredential\", \"status\": {\"token\": \"%s\"%s}}".formatted(token, more);
    }

    /// A plugin that counts how often it was run, in `$n`.
    private Path plugin(String token) throws IOException {
        Path plugin = Files.writeString(directory.resolve("plugin.sh"), """
                #!/bin/sh
                cd "$(dirname "$0")"
                echo run >> runs
                n=$(grep -c run runs)
                echo "{\\"kind\\": \\"ExecCredential\\", \\"status\\": {\\"token\\": \\"%s\\"}}"
                """.formatted(token));
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        return plugin;
    }

    private int runs() throws IOException {
        return Files.readAllLines(directory.resolve("runs")).size();
    }
}
