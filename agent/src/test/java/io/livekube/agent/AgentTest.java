package io.livekube.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.livekube.agent.follow.SimulatedCluster;
import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.agent.tasks.PollConfig;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent between a simulated cluster and a hub that has its troubles.
@Timeout(120)
class AgentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// Longer than anything here waits.
    private static final Duration FOR_EVER = Duration.ofMinutes(10);

    private static final Resource PODS = Resource.core("v1", "pods");

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final ScriptedHub hub = ScriptedHub.start();
    private @TempDir Path dir = Path.of("");
    private Path token = Path.of("");
    private Optional<Agent> opened = Optional.empty();

    @BeforeEach
    void token() throws IOException {
        token = Files.writeString(dir.resolve("token"), "first\n");
    }

    @AfterEach
    void close() {
        opened.ifPresent(Agent::close);
        hub.close();
        cluster.close();
    }

    private AgentConfig config() {
        return config(Duration.ofSeconds(20));
    }

    private AgentConfig config(Duration requestTimeout) {
        var quick = new UplinkConfig(
                Duration.ofMillis(5),
                Duration.ofSeconds(3),
                Duration.ofMillis(500),
                Duration.ofMillis(20),
                Duration.ofMillis(200),
                768 * 1024,
                20_000,
                500,
                2_000);
        return AgentConfig.of(hub.url(), "demo", token)
                .withKinds(KindSelection.of(List.of("Pod"), Optional.of(CustomKinds.NONE), false))
                .withUplink(quick, requestTimeout);
    }

    private Agent start(AgentConfig config) {
        var agent = new Agent(config, cluster.access());
        opened = Optional.of(agent);
        agent.start();
        return agent;
    }

    private List<String> mirrored() {
        return hub.mirror().snapshot(PODS).list().stream().map(KubeObject::name).toList();
    }

    private void awaitMirrored(String... pods) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(mirrored()).containsExactly(pods));
    }

    private List<String> bodies(int count) {
        await().atMost(PATIENCE).until(() -> hub.requests().size() >= count);
        return hub.requests().stream()
                .limit(count)
                .map(ScriptedHub.Request::body)
                .toList();
    }

    @Test
    void changesInTheClusterReachTheHubSoon() {
        cluster.createPod("a");
        start(config());
        awaitMirrored("a");
        cluster.createPod("b");
        awaitMirrored("a", "b");
        long deletedAt = cluster.deletePod("a");
        awaitMirrored("b");

        ScriptedHub.Request request = hub.requests().getFirst();
        assertThat(request.path()).isEqualTo("/agent/v1/clusters/demo/sync");
        assertThat(request.authorization()).isEqualTo("Bearer first");
        assertThat(request.contentType()).isEqualTo("application/vnd.livekube.batch.v1");
        assertThat(hub.mirror().parts().getFirst()).isInstanceOfSatisfying(Part.Hello.class, hello -> {
            assertThat(hello.kubernetes()).startsWith("v1.");
            assertThat(hello.clusterUid()).isNotEmpty();
        });
        assertThat(edits()).contains(new Edit.Remove(new ObjectKey("default", "a"), deletedAt));
    }

    private Stream<Edit> edits() {
        return hub.mirror().parts().stream()
                .flatMap(part -> part instanceof Part.Delta delta ? delta.edits().stream() : Stream.empty());
    }

    @Test
    void afterAnyFailureTheSameBytesAreSentAgain() {
        cluster.createPod("a");
        hub.then(500, "text/plain", "out of order")
                .then(502, "text/html", "<html>Bad gateway</html>")
                .then(200, "text/html", "<html>Welcome!</html>")
                .then(200, "application/json", "{\"hello\":[")
                .then(404, "application/json", "{\"error\":\"no such thing\"}")
                .thenTakeAndHang();
        start(config(Duration.ofSeconds(1)));
        awaitMirrored("a");
        assertThat(bodies(7))
                .allSatisfy(body ->
                        assertThat(body).isEqualTo(hub.requests().getFirst().body()));
    }

    @Test
    void aHubThatNamesATimeIsLeftAloneUntilThen() {
        hub.then(429, "text/plain", "too many", "Retry-After", "1");
        cluster.createPod("a");
        start(config());
        awaitMirrored("a");
        List<String> bodies = bodies(2);
        assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
        Instant first = hub.requests().get(0).at();
        assertThat(hub.requests().get(1).at()).isAfterOrEqualTo(first.plusMillis(990));
    }

    @Test
    void aHubThatBacksOffByAnAnswerGetsTheSameBytesLater() {
        hub.then(new Answer.BackOff(Duration.ofMillis(300), "busy"));
        cluster.createPod("a");
        start(config());
        awaitMirrored("a");
        List<String> bodies = bodies(2);
        assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
    }

    @Test
    void aReplacedTokenIsReadWhenTheOldOneIsRejected() throws Exception {
        cluster.createPod("a");
        Agent agent = new Agent(config(), cluster.access());
        opened = Optional.of(agent);
        Files.writeString(token, "second");
        hub.then(401, "application/json", "{\"error\":\"unknown token\"}");
        agent.start();
        awaitMirrored("a");
        List<String> bodies = bodies(2);
        assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
        assertThat(hub.requests().stream().limit(2).map(ScriptedHub.Request::authorization))
                .containsExactly("Bearer first", "Bearer second");
    }

    @Test
    void aWrongTokenIsTriedAgainUntilTheFileIsRight() throws Exception {
        cluster.createPod("a");
        for (int i = 0; i < 3; i++) {
            hub.then(403, "application/json", "{\"error\":\"another cluster's token\"}");
        }
        start(config());
        await().atMost(PATIENCE).until(() -> hub.requests().size() >= 3);
        Files.writeString(token, "second");
        awaitMirrored("a");
    }

    @Test
    void aRefusedBatchIsNotRepeatedButANewSessionBegins() {
        cluster.createPod("a");
        hub.then(new Answer.Refused("unknown protocol version"));
        start(config());
        awaitMirrored("a");
        List<String> bodies = bodies(2);
        assertThat(bodies.get(1)).isNotEqualTo(bodies.get(0));
        assertThat(hub.requests().get(1).at())
                .isAfterOrEqualTo(hub.requests().get(0).at().plusMillis(190));
    }

    @Test
    void aProxyThatRefusesLargeBodiesGetsSmallerOnes() {
        for (int i = 0; i < 200; i++) {
            cluster.createPod("pod-%03d".formatted(i));
        }
        hub.refuseBodiesAbove(3_000);
        start(config());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(mirrored()).hasSize(200));
        assertThat(hub.requests()).anyMatch(request -> request.body().length() > 3_000);
    }

    @Test
    void aHubThatDoesNotWantBatchesYetIsAskedLessAndLessOften() {
        cluster.createPod("a");
        for (int i = 0; i < 4; i++) {
            hub.then(new Answer.TurnOff("nobody looks"));
        }
        start(config());
        awaitMirrored("a");
        Instant first = hub.requests().get(0).at();
        assertThat(hub.requests().get(1).at()).isAfterOrEqualTo(first.plusMillis(19));
        assertThat(hub.requests().get(4).at()).isAfterOrEqualTo(first.plusMillis(20 + 40 + 80 + 160 - 10));
    }

    @Test
    void anEmptyRestartedHubGetsEverythingAgain() {
        cluster.createPod("a");
        start(config());
        awaitMirrored("a");
        hub.then(new Answer.Reset("the hub was restarted"));
        cluster.createPod("b");
        awaitMirrored("a", "b");
    }

    @Test
    void closingIsFastEvenDuringARequest() {
        hub.thenTakeAndHang();
        Agent agent = start(config().withUplink(UplinkConfig.defaults(), FOR_EVER));
        await().atMost(PATIENCE).until(() -> !hub.requests().isEmpty());
        closesQuickly(agent);
    }

    @Test
    void closingIsFastWithoutAReachablePeer() {
        URI nowhere = URI.create("http://127.0.0.1:1");
        var longWaits =
                new UplinkConfig(FOR_EVER, FOR_EVER, FOR_EVER, FOR_EVER, FOR_EVER, 768 * 1024, 20_000, 500, 2_000);
        var longPolls = new PollConfig(FOR_EVER, FOR_EVER, FOR_EVER, FOR_EVER, FOR_EVER);
        var agent = new Agent(
                AgentConfig.of(nowhere, "demo", token)
                        .withUplink(longWaits, FOR_EVER)
                        .withPolls(longPolls),
                ApiAccess.open(nowhere));
        agent.start();
        closesQuickly(agent);
    }

    private static void closesQuickly(Agent agent) {
        long start = System.nanoTime();
        agent.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .doesNotContain("livekube-uplink", "livekube-tasks"));
        assertThat(agent.defect()).isNotDone();
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThatThrownBy(() -> AgentConfig.of(URI.create("hub:8080"), "demo", token))
                .hasMessageContaining("'hub:8080'")
                .hasMessageContaining("https://");
        assertThatThrownBy(() -> AgentConfig.of(URI.create("https://h/?a=b"), "demo", token))
                .hasMessageContaining("are not allowed");
        for (String name : List.of("Demo", "-a", "a-", "a.b", "", "a".repeat(64))) {
            assertThatThrownBy(() -> AgentConfig.of(hub.url(), name, token)).hasMessageContaining("'" + name + "'");
        }
        AgentConfig missing = AgentConfig.of(hub.url(), "demo", dir.resolve("none"));
        assertThatThrownBy(() -> new Agent(missing, cluster.access())).hasMessageContaining("there is no such file");
        assertThat(AgentConfig.of(URI.create("https://h/base/"), "demo", token)
                        .hub()
                        .syncEndpoint())
                .hasToString("https://h/base/agent/v1/clusters/demo/sync");
    }
}
