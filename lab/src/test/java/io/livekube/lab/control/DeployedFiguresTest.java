package io.livekube.lab.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.agent.health.AgentMetrics;
import io.livekube.core.access.Kubeconfig;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The dashboard and the alerts in `deploy/` speak of figures that hub and agent really have, and of all of them.
@Timeout(600)
class DeployedFiguresTest {
    private static final Pattern NAME = Pattern.compile("\\b(?:livekube|jvm)_[a-z_]+");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PODS = "/clusters/figures/api/v1/pods";
    private static final Path DEPLOY = Path.of("..", "deploy");

    @TempDir
    private Path dir = Path.of("");

    @Test
    void dashboardAndAlertsUseExactlyTheExistingMetrics() throws Exception {
        JsonNode dashboard = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana/livekube.json").toFile());
        JsonNode alerts = new ObjectMapper(new YAMLFactory())
                .readTree(DEPLOY.resolve("prometheus/alerts.yaml").toFile());
        assertThat(dashboard.path("panels")).isNotEmpty();
        assertThat(alerts.at("/groups/0/rules")).allSatisfy(rule -> {
            assertThat(rule.path("alert").asText()).startsWith("Livekube");
            assertThat(rule.at("/annotations/description").asText()).isNotEmpty();
        });
        Set<String> asked = names(dashboard.toString());
        asked.addAll(names(alerts.toString()));
        Set<String> counted = figures(asked);

        assertThat(counted).containsAll(asked);
        Set<String> shown = new TreeSet<>(asked);
        shown.addAll(Set.of(
                // Of use to who looks for a cause, and in no picture.
                "livekube_agent_batches_total",
                "livekube_agent_dead_kinds",
                "livekube_agent_last_poll_age_seconds",
                "livekube_agent_mismatches_total",
                "livekube_agent_objects_sent_total",
                "livekube_agent_push_bytes_total",
                "livekube_agent_retries_total",
                "livekube_agent_tasks_total"));
        assertThat(counted.stream()
                        .filter(name -> name.startsWith("livekube_"))
                        .filter(name -> !name.endsWith("_count") && !name.endsWith("_sum") && !name.endsWith("_max")))
                .isSubsetOf(shown);
    }

    private static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = NAME.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group());
        }
        return names;
    }

    /// Metrics of hub and agent after some of everything: a fetch, a sync, changes, a refusal. Counters appear
    /// once they have counted something, so this polls until all expected ones are present.
    private Set<String> figures(Set<String> expected) throws Exception {
        String token = "the-token-of-the-cluster-figures";
        Path tokens = Files.writeString(dir.resolve("tokens"), "figures " + token + "\n");
        Path tokenFile = Files.writeString(dir.resolve("token"), token + "\n");
        try (Simulator simulator = Simulator.start(SimulatorConfig.defaults());
                Hub hub = Hub.start(HubConfig.defaults(tokens), InstantSource.system());
                HttpClient client = HttpClient.newHttpClient()) {
            ClusterGenerator.populate(simulator.store(), ClusterSpec.defaults().withPods(50), ProgressListener.none());
            Path kubeconfig = Files.writeString(dir.resolve("kubeconfig"), simulator.kubeconfig());
            try (Agent agent = new Agent(
                            AgentConfig.of(hub.url(), "figures", tokenFile),
                            Kubeconfig.file(kubeconfig, Optional.empty()));
                    Churn _ =
                            Churn.start(simulator.store(), ChurnSpec.defaults().withChangesPerSecond(50));
                    var metrics = new AgentMetrics(agent::stats, agent::memory, agent.clock())) {
                agent.start();
                await("the agent fetches").atMost(PATIENCE).until(() -> status(client, hub, PODS) == 200);
                assertThat(status(client, hub, "/nothing/here")).isEqualTo(404);
                var counted = new AtomicReference<Set<String>>(Set.of());
                await("changes are pushed, and all figures are there")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> {
                            String scraped = text(client, hub, "/metrics") + metrics.scrape();
                            counted.set(names(scraped.replaceAll("(?m)^#.*$", "")));
                            assertThat(scraped).contains("livekube_freshness_seconds_bucket");
                            assertThat(counted.get()).containsAll(expected);
                        });
                return counted.get();
            }
        }
    }

    private static int status(HttpClient client, Hub hub, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub.url() + path)).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static String text(HttpClient client, Hub hub, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub.url() + path)).build(), BodyHandlers.ofString())
                .body();
    }
}
