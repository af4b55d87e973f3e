package io.livekube.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.agent.follow.SimulatedCluster;
import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.agent.sync.UplinkStats;
import io.livekube.agent.tasks.PollConfig;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A hub that turns an agent's sync on and off.
@Timeout(120)
class SyncSwitchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration HEARTBEAT = Duration.ofMillis(200);
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource NODES = Resource.core("v1", "nodes");
    private static final Resource SERVICES = Resource.core("v1", "services");

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final ScriptedHub hub = ScriptedHub.start();
    private @TempDir Path dir = Path.of("");
    private Optional<Agent> opened = Optional.empty();

    @BeforeEach
    void off() {
        hub.tasks().turn(false);
        cluster.createPod("a");
    }

    @AfterEach
    void close() {
        opened.ifPresent(Agent::close);
        hub.close();
        cluster.close();
    }

    private Agent start() throws IOException {
        return start(HEARTBEAT);
    }

    private Agent start(Duration heartbeat) throws IOException {
        return start(hub.url(), cluster.access(), heartbeat);
    }

    private Agent start(URI hubUrl, ApiAccess access) throws IOException {
        return start(hubUrl, access, HEARTBEAT);
    }

    private Agent start(URI hubUrl, ApiAccess access, Duration heartbeat) throws IOException {
        var quick = new UplinkConfig(
                Duration.ofMillis(5),
                Duration.ofSeconds(3),
                heartbeat,
                Duration.ofMillis(20),
                Duration.ofMillis(200),
                768 * 1024,
                20_000,
                500,
                2_000);
        var polls = new PollConfig(
                Duration.ofSeconds(25),
                Duration.ofMillis(100),
                Duration.ofMinutes(1),
                Duration.ofMillis(20),
                Duration.ofMillis(200));
        AgentConfig config = AgentConfig.of(hubUrl, "demo", Files.writeString(dir.resolve("token"), "t"))
                .withKinds(KindSelection.of(List.of("Pod", "Service", "Node"), Optional.of(CustomKinds.NONE), false))
                .withUplink(quick, Duration.ofSeconds(20))
                .withPolls(polls);
        var agent = new Agent(config, access);
        opened = Optional.of(agent);
        agent.start();
        return agent;
    }

    private void awaitTaken() {
        await().atMost(PATIENCE).until(() -> hub.tasks().takenLatest());
    }

    private void awaitPods(String... names) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(hub.mirror().snapshot(PODS).list())
                        .extracting(KubeObject::name)
                        .containsExactly(names));
    }

    /// Waits until the hub has everything: no batch is in flight, and none is due before the next heartbeat.
    private void awaitQuiet(Agent agent) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(hub.mirror().parts())
                    .filteredOn(part -> part instanceof Part.Status status && status.state() == KindState.SYNCED)
                    .extracting(part -> ((Part.Status) part).resource())
                    .containsExactlyInAnyOrder(PODS, SERVICES, NODES);
            UplinkStats told = agent.stats().pushed().uplink();
            assertThat(told.live()).isEqualTo(3);
            assertThat(told.acknowledged()).isEqualTo(hub.requests().size());
        });
    }

    /// Waits until no instance of these classes is reachable; other threads may still be closing theirs.
    private static void awaitGone(String... classes) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(classes)
                        .allSatisfy(name -> assertThat(LiveClasses.count(name)).isZero()));
    }

    private long requestsToCluster() {
        return cluster.simulator().requests().total();
    }

    @Test
    void anAgentThatIsOffSendsNoRequestsToTheClusterAndPushesNothing() throws Exception {
        Agent agent = start();
        awaitTaken();
        assertThat(requestsToCluster()).isZero();
        assertThat(hub.requests()).isEmpty();
        assertThat(agent.stats().on()).isFalse();
        assertThat(agent.stats().lastPoll()).isPresent();
        assertThat(hub.tasks().polls().getFirst()).startsWith("wait=25&sync=off&server=http://");
    }

    @Test
    void turnedOnItSendsASnapshotAndTurnedOffNothing() throws Exception {
        Agent agent = start();
        awaitTaken();
        hub.tasks().turn(true);
        awaitPods("a");
        await().atMost(PATIENCE).until(() -> agent.stats().pushed().lastPush().isPresent());
        assertThat(agent.stats().kinds()).extracting(AgentStats.Kind::resource).contains("pods", "nodes");
        // From here on, no request to the API server is in flight.
        await().atMost(PATIENCE).until(() -> watches() == 3);

        hub.tasks().turn(false);
        awaitTaken();
        awaitGone(
                "io.livekube.core.informer.Informer",
                "io.livekube.agent.uplink.UplinkLoop",
                "io.livekube.agent.sync.Uplink",
                "io.livekube.agent.sync.KindFeed$Live",
                "io.livekube.agent.follow.Removals");
        long asked = requestsToCluster();
        long batches = agent.stats().pushed().uplink().acknowledged();
        assertThat(batches).isPositive();
        cluster.createPod("b");
        // Several heartbeats later there is still nothing: a task that is answered shows that the agent lives.
        long later = System.nanoTime() + HEARTBEAT.multipliedBy(5).toNanos();
        for (int i = 0; i < 5 || System.nanoTime() < later; i++) {
            assertThat(report("off-" + i).kinds()).isEmpty();
        }
        assertThat(requestsToCluster()).isEqualTo(asked);
        assertThat(hub.requests())
                .as("all that was acknowledged, and what was on its way when it was turned off")
                .hasSizeBetween((int) batches, (int) batches + 1);
        assertThat(agent.stats().kinds()).isEmpty();
        assertThat(agent.stats().pushed().uplink().acknowledged()).isEqualTo(batches);

        hub.tasks().turn(true);
        awaitPods("a", "b");
        await().atMost(PATIENCE).until(() -> agent.stats().pushed().uplink().acknowledged() > batches);
        assertThat(agent.stats().pushed().uplink().sessions()).isEqualTo(2);
    }

    private long watches() {
        return Stream.of("pods", "services", "nodes")
                .mapToLong(kind -> cluster.simulator().requests().of("watch", kind))
                .sum();
    }

    private TaskResult.Report report(String id) {
        hub.tasks().add(new Task.Report(id, Duration.ofSeconds(10)));
        await().atMost(PATIENCE).until(() -> !hub.tasks().results(id).isEmpty());
        return (TaskResult.Report) hub.tasks().results(id).getFirst().decoded();
    }

    @Test
    void kindsAreNarrowedAndWidenedWithoutAStop() throws Exception {
        hub.tasks().want(true, Optional.of(Set.of(PODS)));
        Agent agent = start();
        awaitPods("a");
        assertThat(cluster.simulator().requests().of("list", "nodes")).isZero();
        assertThat(agent.stats().kinds()).extracting(AgentStats.Kind::resource).containsExactly("pods");

        hub.tasks().want(true, Optional.of(Set.of(PODS, NODES)), NODES);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.stats().kinds())
                        .extracting(AgentStats.Kind::resource)
                        .containsExactly("nodes", "pods"));
        hub.tasks().want(true, Optional.of(Set.of(NODES)));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(hub.mirror().parts()).contains(new Part.Gone(PODS)));
        assertThat(cluster.simulator().requests().of("list", "pods")).isOne();
        assertThat(agent.stats().pushed().uplink().sessions()).isOne();
    }

    @Test
    void urgentKindsAreListedFirst() throws Exception {
        hub.tasks().want(true, Optional.empty(), SERVICES);
        start();
        awaitPods("a");
        List<Resource> introduced = hub.mirror().parts().stream()
                .flatMap(part -> part instanceof Part.Kind kind ? Stream.of(kind.resource()) : Stream.of())
                .toList();
        assertThat(introduced.getFirst()).isEqualTo(SERVICES);
        List<Resource> checked = hub.mirror().parts().stream()
                .flatMap(part -> part instanceof Part.Check check ? Stream.of(check.resource()) : Stream.of())
                .toList();
        assertThat(checked.getFirst()).isEqualTo(SERVICES);
    }

    @Test
    void aResyncReadsEverythingAgainInANewSession() throws Exception {
        hub.tasks().turn(true);
        Agent agent = start();
        awaitPods("a");
        long lists = cluster.simulator().requests().of("list", "pods");
        hub.tasks().add(new Task.Resync("r1", Duration.ofSeconds(10)));
        await().atMost(PATIENCE).until(() -> !hub.tasks().results("r1").isEmpty());
        assertThat(hub.tasks().results("r1").getFirst().decoded()).isEqualTo(new TaskResult.Done());
        await().atMost(PATIENCE)
                .until(() -> cluster.simulator().requests().of("list", "pods") == lists + 1
                        && agent.stats().pushed().uplink().sessions() == 2);
        cluster.createPod("b");
        awaitPods("a", "b");
    }

    @Test
    void aHubThatIsNotReadyForItsRequestGetsItSoon() throws Exception {
        hub.then(new Answer.TurnOff("sync is off")).then(new Answer.TurnOff("sync is off"));
        hub.tasks().turn(true);
        start();
        awaitPods("a");
    }

    @Test
    void anAgentAppliesTheDesiredStateAfterAnOutageOfTheHub() throws Exception {
        hub.tasks().failPolls(5);
        hub.tasks().turn(true);
        start();
        awaitPods("a");
        assertThat(hub.tasks().polls().get(1)).startsWith("wait=0");
    }

    @Test
    void aBatchStatesHowLongItsOldestChangeHasWaited() throws Exception {
        hub.tasks().turn(true);
        awaitQuiet(start(Duration.ofMinutes(1)));
        int before = hub.requests().size();
        hub.then(500, "text/plain", "no").then(500, "text/plain", "no").then(500, "text/plain", "no");
        long created = System.nanoTime();
        cluster.createPod("b");
        awaitPods("a", "b");
        long atMost = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - created);
        assertThat(hub.requests().subList(before, before + 4))
                .extracting(ScriptedHub.Request::waited)
                .extracting(Long::parseLong)
                .isSorted()
                .last()
                .satisfies(waited -> assertThat(waited).isBetween(20L, atMost));
    }

    @Test
    void aChangeInARejectedBatchHasWaitedSinceItWasSeen() throws Exception {
        hub.tasks().turn(true);
        awaitQuiet(start(Duration.ofMinutes(1)));
        int before = hub.requests().size();
        hub.then(new Answer.Reset("once more"));
        cluster.createPod("b");
        awaitPods("a", "b");
        assertThat(hub.requests().subList(before, before + 2))
                .extracting(ScriptedHub.Request::waited)
                .doesNotContain("null")
                .isSortedAccordingTo(Comparator.comparingLong(Long::parseLong));
    }

    @Test
    void anAgentSurvivesAnOutageOfItsHub() throws Exception {
        try (FaultProxy way = FaultProxy.before(ApiEndpoint.plain(hub.url()))) {
            hub.tasks().turn(true);
            Agent agent = start(way.endpoint().url(), cluster.access());
            awaitPods("a");
            way.refuseConnections();
            way.cutAll();
            cluster.createPod("b");
            long lists = cluster.simulator().requests().of("list", "pods");
            await().atMost(PATIENCE).until(() -> agent.stats().pushed().uplink().retries() > 1);
            way.acceptConnections();
            awaitPods("a", "b");
            hub.tasks().add(new Task.Report("back", Duration.ofSeconds(10)));
            await().atMost(PATIENCE).until(() -> !hub.tasks().results("back").isEmpty());
            assertThat(cluster.simulator().requests().of("list", "pods")).isEqualTo(lists);
        }
    }

    @Test
    void anApiServerThatIsAwayDoesNotKeepTasksFromBeingAnswered() throws Exception {
        hub.tasks().turn(true);
        start(hub.url(), ApiAccess.open(URI.create("http://127.0.0.1:1")));
        hub.tasks().add(new Task.Fetch("f", Duration.ofSeconds(30), PODS, "", ""));
        await().atMost(PATIENCE).until(() -> !hub.tasks().results("f").isEmpty());
        assertThat(hub.tasks().results("f").getFirst().decoded())
                .isInstanceOfSatisfying(
                        TaskResult.Failed.class,
                        failed -> assertThat(failed.status()).isEqualTo(502));
    }

    @Test
    void onAndOffInQuickSuccessionEndInTheLastDesiredState() throws Exception {
        Agent agent = start();
        for (int i = 0; i < 20; i++) {
            hub.tasks().turn(i % 2 == 0);
            awaitTaken();
        }
        hub.tasks().turn(true);
        awaitPods("a");
        hub.tasks().turn(false);
        awaitTaken();
        awaitGone("io.livekube.core.informer.Informer");
        assertThat(agent.stats().on()).isFalse();
        assertThat(agent.defect()).isNotDone();
    }

    @Test
    void aReportContainsTheMemoryOfEachKind() throws Exception {
        hub.tasks().turn(true);
        start();
        awaitPods("a");
        TaskResult.KindMemory pods = report("r").kinds().stream()
                .filter(kind -> kind.resource().equals("pods"))
                .findFirst()
                .orElseThrow();
        assertThat(pods.objects()).isOne();
        assertThat(pods.bytes()).isPositive();
        assertThat(pods.largest()).extracting(TaskResult.LargeObject::name).containsExactly("a");
        assertThat(pods.largest().getFirst().jsonBytes()).isPositive();
    }
}
