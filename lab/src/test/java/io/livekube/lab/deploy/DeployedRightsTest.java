package io.livekube.lab.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.lab.sync.LivekubeProcess;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.controlplane.CommandResult;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The manifests on a real API server, and an agent with the rights of the ServiceAccount that they make,
/// called as their Deployment calls it.
@RealControlPlane(nodes = 2)
@Timeout(1200)
class DeployedRightsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String TOKEN = "the-token-of-the-cluster-demo";
    private static final Pattern SERVING = Pattern.compile("serving +(http://127\\.0\\.0\\.1:\\d+)");
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Arguments that differ from those in a pod.
    private static final List<String> PLACES = List.of("--hub=", "--token-file=", "--hub-ca-file=", "--listen=");

    @TempDir
    private Path dir = Path.of("");

    @Test
    void manifestsAreAcceptedUnderRestrictedPodSecurityAndTheAgentMayReadOnlyWhatItFollows(ControlPlane plane)
            throws Exception {
        install(plane);
        Path asAgent = asAgent(plane);
        try (LivekubeProcess hub = hub()) {
            try (LivekubeProcess agent = agent(hub, asAgent)) {
                awaitKinds(
                        hub,
                        agent,
                        states -> assertThat(states.values())
                                .hasSize(KindSelection.defaults().builtIn().size())
                                .containsOnly("synced"));
            }
            nothingElseIsAllowed(plane, asAgent);

            withoutConfigMaps(plane);
            try (LivekubeProcess agent = agent(hub, asAgent)) {
                awaitKinds(hub, agent, states -> {
                    assertThat(states).containsEntry("ConfigMap", "denied");
                    states.remove("ConfigMap");
                    assertThat(states.values()).containsOnly("synced");
                });
                assertThat(get(hub, "/api/v1/clusters/demo"))
                        .contains("livekube-agent\\\" cannot list resource \\\"configmaps\\\"");
            }
        }
    }

    /// Applied as they are; the fact that the Deployments create pods shows that the namespace admits them.
    private static void install(ControlPlane plane) throws IOException {
        for (String part : List.of("hub", "agent")) {
            CommandResult applied = plane.apply(
                    Files.readString(Deployed.DIRECTORY.resolve("manifests").resolve(part + ".yaml")));
            assertThat(applied.outOrThrow()).contains("deployment.apps/livekube-" + part + " serverside-applied");
            assertThat(applied.err()).doesNotContain("Warning");
        }
        await("pods of both")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(plane.kubectl("get", "pods", "-n", "livekube", "-o", "name")
                                .outOrThrow())
                        .contains("pod/livekube-hub-", "pod/livekube-agent-"));
        assertThat(plane.kubectl("run", "root", "-n", "livekube", "--image=root")
                        .err())
                .contains("violates PodSecurity \"restricted");
    }

    private Path asAgent(ControlPlane plane) throws IOException {
        String token = plane.kubectl("create", "token", "livekube-agent", "-n", "livekube")
                .outOrThrow()
                .strip();
        ApiEndpoint api = plane.endpoint();
        return Files.writeString(dir.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: agent
                contexts: [{name: agent, context: {cluster: agent, user: agent}}]
                clusters: [{name: agent, cluster: {server: "%s", certificate-authority-data: "%s"}}]
                users: [{name: agent, user: {token: "%s"}}]
                """.formatted(
                api.url(),
                Base64.getEncoder().encodeToString(api.caPem().orElseThrow().getBytes(UTF_8)),
                token));
    }

    private static void nothingElseIsAllowed(ControlPlane plane, Path asAgent) {
        for (String command : List.of(
                "get secrets -A",
                "get serviceaccounts -A",
                "logs -n livekube deployment/livekube-hub",
                "create namespace mine",
                "delete pods -n livekube --all",
                "label namespace livekube mine=yes",
                "create token default -n livekube")) {
            List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
            arguments.add("--kubeconfig=" + asAgent);
            CommandResult result = plane.kubectl(arguments.toArray(String[]::new));
            assertThat(result.succeeded()).as(command + result.out()).isFalse();
            assertThat(result.err()).as(command).containsIgnoringCase("forbidden");
        }
    }

    private static void withoutConfigMaps(ControlPlane plane) {
        JsonNode role = Deployed.manifest("agent").the("ClusterRole");
        for (JsonNode rule : role.path("rules")) {
            if (rule.path("resources") instanceof ArrayNode resources) {
                resources.removeIf(resource -> resource.asText().equals("configmaps"));
            }
        }
        assertThat(plane.apply(role.toString()).outOrThrow()).contains("livekube-agent");
    }

    private LivekubeProcess hub() throws IOException {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo " + TOKEN + "\n");
        LivekubeProcess hub = LivekubeProcess.start(
                dir.resolve("hub.log"), List.of("hub", "--port=0", "--sync-mode=on", "--tokens-file=" + tokens));
        hub.awaitSaid("Ctrl-C");
        return hub;
    }

    private LivekubeProcess agent(LivekubeProcess hub, Path kubeconfig) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("agent"));
        arguments.addAll(Deployed.manifest("agent").arguments());
        arguments.removeIf(argument -> PLACES.stream().anyMatch(argument::startsWith));
        arguments.addAll(List.of(
                "--hub=" + url(hub),
                "--token-file=" + Files.writeString(dir.resolve("token"), TOKEN + "\n"),
                "--kubeconfig=" + kubeconfig));
        return LivekubeProcess.start(dir.resolve("agent.log"), arguments);
    }

    private static void awaitKinds(LivekubeProcess hub, LivekubeProcess agent, Consumer<Map<String, String>> expected) {
        try {
            await("all kinds")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> {
                        JsonNode kinds =
                                JSON.readTree(get(hub, "/api/v1/clusters/demo")).path("kinds");
                        expected.accept(kinds.valueStream()
                                .collect(Collectors.toMap(
                                        kind -> kind.path("kind").asText(),
                                        kind -> kind.path("state").asText())));
                    });
        } catch (RuntimeException e) {
            throw new AssertionError(e.getMessage() + "\nthe agent said:\n" + agent.said(), e);
        }
    }

    private static String get(LivekubeProcess hub, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(url(hub) + path))
                                    .timeout(PATIENCE)
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }

    private static String url(LivekubeProcess hub) {
        Matcher serving = SERVING.matcher(hub.said());
        assertThat(serving.find()).as(hub.said()).isTrue();
        return serving.group(1);
    }
}
