package io.livekube.lab.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.testkit.controlplane.CommandResult;
import io.livekube.testkit.controlplane.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The charts as Helm itself lints and renders them.
@Tag("slow")
@Timeout(1800)
class ChartTest {
    private static final Path CHARTS = Deployed.DIRECTORY.resolve("helm");

    /// Required values of the agent's chart.
    private static final List<String> NEEDED = List.of("cluster=demo", "hub.url=https://hub.example.org:8080");

    private static final List<String> PATHS =
            List.of("/version", "/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*");

    @TempDir
    private Path dir = Path.of("");

    private Helm helm = new Helm(dir, dir);

    @BeforeEach
    void findHelm() {
        helm = Helm.forTest(dir.resolve("home"));
    }

    @Test
    void manifestsMatchTheRenderedCharts() throws Exception {
        var render = new ProcessBuilder(Deployed.DIRECTORY.resolve("render").toString(), dir.toString())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("log").toFile());
        render.environment().put("HELM", helm.binary().toString());
        int exitCode = render.start().waitFor();
        assertThat(exitCode).as(Files.readString(dir.resolve("log"))).isZero();

        for (String part : List.of("agent.yaml", "hub.yaml")) {
            assertThat(dir.resolve(part))
                    .as("%s; `make manifests` renders it again", part)
                    .hasSameTextualContentAs(
                            Deployed.DIRECTORY.resolve("manifests").resolve(part));
        }
    }

    @Test
    void bothChartsPassTheLinter() {
        assertThat(helm.run(CHARTS, "lint", "--strict", "livekube-hub").outOrThrow())
                .contains("0 chart(s) failed");
        assertThat(helm.run(CHARTS, with(NEEDED, "lint", "--strict", "livekube-agent"))
                        .outOrThrow())
                .contains("0 chart(s) failed");
    }

    @Test
    void agentMayReadExactlyTheDefaultKinds() {
        Stream<String> usual = KindSelection.of(List.of(), Optional.empty(), false).builtIn().stream()
                .map(kind -> kind.resource().group() + "/" + kind.resource().plural());

        JsonNode role = agent(List.of()).the("ClusterRole");

        assertThat(Deployed.allowed(role))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(usual, PATHS.stream()).toList());
        assertThat(role.findValues("verbs"))
                .allSatisfy(verbs ->
                        assertThat(verbs.valueStream().map(JsonNode::asText)).isSubsetOf("get", "list", "watch"));
    }

    @Test
    void rulesFollowTheConfiguredKinds() {
        Deployed narrow = agent(List.of("resourceTypes={Pod,Deployment}"));
        assertThat(Deployed.allowed(narrow.the("ClusterRole")))
                .startsWith("/pods", "apps/deployments", "/namespaces")
                .hasSize(3 + PATHS.size());
        assertThat(narrow.the("ClusterRole").at("/rules/2/resourceNames/0").asText())
                .isEqualTo("kube-system");
        assertThat(narrow.arguments()).contains("--resource-types=Pod,Deployment", "--crds=none");

        Deployed custom = agent(List.of(
                "resourceTypes={Pod}",
                "customResources.groups={example.org}",
                "customResources.kinds={gears.example.com}"));
        assertThat(Deployed.allowed(custom.the("ClusterRole")))
                .contains(
                        "/pods", "apiextensions.k8s.io/customresourcedefinitions", "example.org/*", "example.com/gears")
                .doesNotContain("/secrets");
        assertThat(custom.arguments()).contains("--crds=example.org,gears.example.com");

        Deployed secrets = agent(List.of("secrets=metadata"));
        assertThat(Deployed.allowed(secrets.the("ClusterRole"))).contains("/secrets");
        assertThat(secrets.arguments()).contains("--secrets=metadata");

        Deployed all = agent(List.of("customResources.all=true"));
        assertThat(Deployed.allowed(all.the("ClusterRole"))).contains("*/*");
        assertThat(all.arguments()).contains("--crds=all");
    }

    @Test
    void everyOptionRendersAndAlertsAndDashboardMatchTheirFiles() throws IOException {
        Deployed hub = hub(List.of(
                "state.enabled=true",
                "podDisruptionBudget.enabled=true",
                "serviceMonitor.enabled=true",
                "serviceMonitor.token.existingSecret=prometheus",
                "prometheusRule.enabled=true",
                "dashboard.enabled=true",
                "ingress.enabled=true",
                "ingress.host=hub.example.org",
                "syncMode=on",
                "strictReads=true"));

        assertThat(hub.objects().stream().map(object -> object.path("kind").asText()))
                .containsExactlyInAnyOrder(
                        "NetworkPolicy",
                        "PodDisruptionBudget",
                        "ConfigMap",
                        "PersistentVolumeClaim",
                        "Service",
                        "Deployment",
                        "Ingress",
                        "ServiceMonitor",
                        "PrometheusRule");
        assertThat(hub.arguments())
                .contains("--sync-mode=on", "--strict-reads", "--state-file=/var/lib/livekube/state");
        assertThat(hub.the("PrometheusRule").path("spec"))
                .isEqualTo(Deployed.parse(Files.readString(Deployed.DIRECTORY.resolve("prometheus/alerts.yaml")))
                        .objects()
                        .getFirst());
        assertThat(hub.the("ConfigMap").at("/data/livekube.json").asText().strip())
                .isEqualTo(Files.readString(Deployed.DIRECTORY.resolve("grafana/livekube.json"))
                        .strip());
        assertThat(agent(List.of("podMonitor.enabled=true")).all("PodMonitor")).hasSize(1);
    }

    @Test
    void agentMayReachItsHubAtThePortOfItsUrl() {
        assertThat(hubPort("hub.url=https://hub.example.org")).isEqualTo(443);
        assertThat(hubPort("hub.url=http://hub.example.org")).isEqualTo(80);
        assertThat(hubPort("hub.url=https://[fd00::1]:8443")).isEqualTo(8443);
    }

    @Test
    void invalidValuesAreNamed() {
        refused("livekube-agent", List.of(), "'/cluster'", "'/hub/url'");
        refused("livekube-agent", with(NEEDED, List.of("hub.url=hub.example.org")), "'/hub/url'", "https?://");
        refused("livekube-agent", with(NEEDED, List.of("resourceTypes={Pot}")), "'/resourceTypes/0'", "'Pod'");
        refused("livekube-agent", with(NEEDED, List.of("secrets=all")), "'/secrets'", "'metadata'");
        refused("livekube-agent", with(NEEDED, List.of("resorces.limits.memory=1Gi")), "'resorces'");
        refused("livekube-hub", List.of("idleAfter=soon"), "'/idleAfter'");
        refused("livekube-hub", List.of("readers.existingSecret="), "no access for readers");
        refused("livekube-hub", List.of("readers.anonymous=true"), "mutually exclusive");
        refused("livekube-hub", List.of("tls.existingSecret="), "in clear text");
        refused("livekube-hub", List.of("ingress.enabled=true"), "requires ingress.host");
    }

    private int hubPort(String url) {
        return agent(List.of(url))
                .the("NetworkPolicy")
                .at("/spec/egress/2/ports/0/port")
                .asInt();
    }

    private void refused(String chart, List<String> values, String... said) {
        CommandResult result = helm.run(CHARTS, with(values, "template", chart, chart));
        assertThat(result.succeeded()).isFalse();
        assertThat(result.err()).contains(said);
    }

    private Deployed agent(List<String> values) {
        return render("livekube-agent", with(NEEDED, values));
    }

    private Deployed hub(List<String> values) {
        return render("livekube-hub", values);
    }

    private Deployed render(String chart, List<String> values) {
        return Deployed.parse(
                helm.run(CHARTS, with(values, "template", chart, chart)).outOrThrow());
    }

    private static List<String> with(List<String> values, List<String> more) {
        return Stream.concat(values.stream(), more.stream()).toList();
    }

    private static String[] with(List<String> values, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        values.forEach(value -> arguments.addAll(List.of("--set", value)));
        return arguments.toArray(String[]::new);
    }
}
