package io.livekube.agent.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.agent.ScriptedHub;
import io.livekube.agent.TestingTasks;
import io.livekube.agent.follow.SimulatedCluster;
import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.uplink.HttpTaskLink;
import io.livekube.agent.uplink.HubHttp;
import io.livekube.agent.uplink.TokenFile;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskDocument;
import io.livekube.protocol.TaskList;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.TaskCodec;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.Faults;
import io.livekube.testkit.fault.RequestMatcher;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tasks between a simulated cluster, with faults before it, and a hub.
@Timeout(120)
class TaskRunnerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration TIME = Duration.ofSeconds(30);
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource SECRETS = Resource.core("v1", "secrets");
    private static final Resource WIDGETS = new Resource("example.org", "v1", "widgets");
    private static final int PAGE = 3;

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final FaultProxy proxy =
            FaultProxy.before(ApiEndpoint.plain(cluster.simulator().url()));
    private final ApiClient client =
            new ApiClient(ApiAccess.open(proxy.endpoint().url()), ClientConfig.defaults());
    private final ScriptedHub hub = ScriptedHub.start();
    private final List<String> switched = new CopyOnWriteArrayList<>();
    private final AtomicReference<InstantSource> clock = new AtomicReference<>(InstantSource.system());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @TempDir Path dir = Path.of("");
    private Optional<TaskRunner> runner = Optional.empty();

    private final class RecordingSwitch implements SyncCommands {
        @Override
        public void control(Task.SyncControl control) {
            switched.add(control.id());
        }

        @Override
        public void resync() {
            switched.add("resync");
        }

        @Override
        public List<TaskResult.KindMemory> memory() {
            return List.of(new TaskResult.KindMemory("pods", 1, 2, List.of()));
        }
    }

    @BeforeEach
    void runner() throws Exception {
        runner = Optional.of(runnerFor(KindSelection.of(List.of("Pod"), Optional.of(CustomKinds.ALL), false)));
    }

    private TaskRunner runnerFor(KindSelection selection) throws Exception {
        var http = new HubHttp(TokenFile.read(Files.writeString(dir.resolve("token"), "t")), Optional.empty(), "test");
        var link = new HttpTaskLink(URI.create(hub.url() + "/agent/v1/clusters/demo/tasks"), http, client.server());
        var made = new TaskRunner(
                link,
                new LiveReads(client, selection, PAGE),
                new RecordingSwitch(),
                () -> clock.get().instant());
        opened.add(made);
        opened.add(http);
        return made;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        hub.close();
        client.close();
        proxy.close();
        cluster.close();
    }

    private TestingTasks.Result done(Task task) {
        runner.orElseThrow().take(task);
        return result(task.id());
    }

    private TestingTasks.Result result(String id) {
        await().atMost(PATIENCE).until(() -> !hub.tasks().results(id).isEmpty());
        return hub.tasks().results(id).getFirst();
    }

    /// A task is counted once the hub has acknowledged its result.
    private void awaitCounted(String type, TaskCount count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(runner.orElseThrow().counts()).containsEntry(type, count));
    }

    private static Task.Fetch fetch(String id, Resource resource, String namespace, String name) {
        return new Task.Fetch(id, TIME, resource, namespace, name);
    }

    private static List<String> names(TestingTasks.Result list) throws Exception {
        assertThat(list.mediaType()).isEqualTo(TaskCodec.LIST_MEDIA_TYPE);
        List<String> names = new ArrayList<>();
        for (JsonNode item : new ObjectMapper().readTree(list.text()).path("items")) {
            names.add(item.at("/metadata/name").asText());
        }
        return names;
    }

    private static TaskResult.Failed failed(TestingTasks.Result result) {
        return (TaskResult.Failed) result.decoded();
    }

    @Test
    void aListReadPageByPageIsComplete() throws Exception {
        for (int i = 0; i < 8; i++) {
            cluster.createPod("pod-" + i);
        }
        TestingTasks.Result list = done(fetch("f", PODS, "", ""));
        assertThat(names(list)).hasSize(8).isSorted();
        assertThat(cluster.simulator().requests().of("list", "pods")).isEqualTo(3);
        JsonNode json = new ObjectMapper().readTree(list.text());
        assertThat(json.path("kind").asText()).isEqualTo("PodList");
        assertThat(json.path("apiVersion").asText()).isEqualTo("v1");
        assertThat(json.at("/metadata/resourceVersion").asText()).matches("[0-9]+");
        awaitCounted("Fetch", new TaskCount(1, 0));
    }

    @Test
    void anEmptyListIsAListAndANamespaceItsOwn() throws Exception {
        assertThat(names(done(fetch("f1", PODS, "", "")))).isEmpty();
        cluster.createPod("a");
        assertThat(names(done(fetch("f2", PODS, "default", "")))).containsExactly("a");
        assertThat(names(done(fetch("f3", PODS, "kube-system", "")))).isEmpty();
    }

    @Test
    void anObjectIsAListOfOneAndAMissingOneAFailure() throws Exception {
        cluster.createPod("a");
        cluster.createPod("b");
        assertThat(names(done(fetch("f1", PODS, "default", "b")))).containsExactly("b");
        assertThat(failed(done(fetch("f2", PODS, "default", "c"))).status()).isEqualTo(404);
        assertThat(failed(done(fetch("f3", PODS, "default", "c?watch=true"))).status())
                .isEqualTo(404);
        awaitCounted("Fetch", new TaskCount(1, 2));
    }

    @Test
    void apiServerRefusalsAreReportedUnchanged() {
        proxy.when(RequestMatcher.list("pods"))
                .always()
                .then(Faults.respond(403).message("pods is forbidden"));
        TaskResult.Failed failed = failed(done(fetch("f", PODS, "", "")));
        assertThat(failed.status()).isEqualTo(403);
        assertThat(failed.reason())
                .startsWith("pods: the API server forbids it: ")
                .endsWith("pods is forbidden");
        assertThat(failed(done(new Task.Version("v", TIME, PODS))).status()).isEqualTo(403);
    }

    @Test
    void anUnreachableAndASlowApiServerAreDistinguished() {
        proxy.when(RequestMatcher.list("pods")).times(1).then(Faults.cut());
        proxy.when(RequestMatcher.list("pods")).times(1).then(Faults.latency(Duration.ofMinutes(2)));
        proxy.when(RequestMatcher.list("pods")).times(1).then(Faults.stall().after(Faults.arrival()));
        assertThat(failed(done(fetch("f1", PODS, "", ""))).status()).isEqualTo(502);
        // The hub waits for the result, however slow the machine.
        clock.set(InstantSource.fixed(Instant.now()));
        for (String id : List.of("slow", "silent")) {
            assertThat(failed(done(new Task.Fetch(id, Duration.ofSeconds(1), PODS, "", "")))
                            .status())
                    .isEqualTo(504);
        }
    }

    @Test
    void someOfATasksTimeIsKeptForTellingThatItWasNotEnough() {
        assertThat(TaskRunner.timeToWork(Duration.ofSeconds(1))).isEqualTo(Duration.ofMillis(800));
        assertThat(TaskRunner.timeToWork(Duration.ofSeconds(10))).isEqualTo(Duration.ofMillis(9_500));
    }

    @Test
    void anApiServerThatFailsInTheMiddleOfAListLeavesNoHalfOfIt() {
        for (int i = 0; i < 8; i++) {
            cluster.createPod("pod-" + i);
        }
        proxy.when(RequestMatcher.list("pods")).nth(2).then(Faults.respond(500).message("etcd is gone"));
        TaskResult.Failed failed = failed(done(fetch("f", PODS, "", "")));
        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.reason()).contains("etcd is gone");
        assertThat(hub.tasks().results("f")).hasSize(1);
    }

    @Test
    void kindsThatTheAgentDoesNotFollowAreNotFetched() {
        for (Resource resource : List.of(
                SECRETS,
                Resource.core("v1", "services"),
                Resource.core("v1", "serviceaccounts"),
                new Resource("rbac.authorization.k8s.io", "v1", "rolebindings"),
                WIDGETS)) {
            TaskResult.Failed failed = failed(done(fetch("f-" + resource, resource, "", "")));
            assertThat(failed.status()).isEqualTo(404);
            assertThat(failed.reason()).contains(resource.toString()).contains("not followed by this agent");
        }
        assertThat(cluster.simulator().requests().all().keySet())
                .allMatch(request -> request.equals("get customresourcedefinitions.apiextensions.k8s.io"));
    }

    @Test
    void aCustomResourceIsFetchedIfItIsDefined() throws Exception {
        cluster.define("widgets", "example.org", "v1");
        cluster.createCustom("widgets", "example.org", "v1", "w");
        TestingTasks.Result list = done(fetch("f", WIDGETS, "", ""));
        assertThat(names(list)).containsExactly("w");
        assertThat(list.text()).startsWith("{\"kind\":\"CustomList\",\"apiVersion\":\"example.org/v1\"");
    }

    @Test
    void valuesOfSecretsAreNeverInIt() throws Exception {
        runner = Optional.of(runnerFor(KindSelection.of(List.of("Pod"), Optional.of(CustomKinds.NONE), true)));
        cluster.createSecret("database", "password", "aHVudGVyMg==");
        TestingTasks.Result list = done(fetch("f1", SECRETS, "", ""));
        TestingTasks.Result one = done(fetch("f2", SECRETS, "default", "database"));
        assertThat(names(list)).containsExactly("database");
        assertThat(names(one)).containsExactly("database");
        assertThat(List.of(list, one))
                .extracting(TestingTasks.Result::text)
                .allSatisfy(
                        text -> assertThat(text).contains("\"password\":\"\"").doesNotContain("aHVudGVyMg=="));
    }

    @Test
    void aDocumentIsUnchangedAfterALineThatDescribesIt() throws Exception {
        TestingTasks.Result index = done(document("d1", "/openapi/v3"));
        assertThat(index.mediaType()).isEqualTo(TaskCodec.DOCUMENT_MEDIA_TYPE);
        TaskDocument document = TaskCodec.decodeDocument(index.text().getBytes(StandardCharsets.UTF_8));
        assertThat(document.type()).startsWith("application/json");
        assertThat(new ObjectMapper()
                        .readTree(document.content())
                        .at("/paths/api~1v1/serverRelativeURL")
                        .asText())
                .startsWith("/openapi/v3/api/v1");
        assertThat(failed(done(document("d2", "/openapi/v3/apis/no.such.group/v1")))
                        .status())
                .isEqualTo(404);
        proxy.when(RequestMatcher.requestThat(
                        "documents", request -> request.path().equals("/version")))
                .always()
                .then(Faults.respond(403).message("not for you"));
        assertThat(failed(done(document("d3", "/version"))).reason())
                .startsWith("/version: the API server forbids it: ");
    }

    private static Task.Document document(String id, String path) {
        return new Task.Document(id, TIME, path, "application/json");
    }

    @Test
    void theVersionOfAKindIsThatOfItsLatestChangeOrLater() {
        long created = cluster.createPod("a");
        assertThat(((TaskResult.Version) done(new Task.Version("v", TIME, PODS)).decoded()).resourceVersion())
                .isGreaterThanOrEqualTo(created);
    }

    @Test
    void aReportContainsTheHeapAndEachKind() {
        var report = (TaskResult.Report) done(new Task.Report("r", TIME)).decoded();
        assertThat(report.heapUsed()).isBetween(1L, report.heapMax());
        assertThat(report.kinds()).containsExactly(new TaskResult.KindMemory("pods", 1, 2, List.of()));
    }

    @Test
    void aTaskDeliveredTwiceRunsOnce() {
        var task = new Task.Resync("once", TIME);
        runner.orElseThrow().take(task);
        runner.orElseThrow().take(task);
        assertThat(done(new Task.Resync("other", TIME)).decoded()).isEqualTo(new TaskResult.Done());
        assertThat(result("once").decoded()).isEqualTo(new TaskResult.Done());
        runner.orElseThrow().take(task);
        assertThat(done(new Task.Resync("last", TIME)).decoded()).isEqualTo(new TaskResult.Done());
        assertThat(hub.tasks().results("once")).hasSize(1);
        assertThat(switched).hasSize(3);
    }

    @Test
    void aResultThatDoesNotGetThroughIsSentAgainAndTheTaskIsDoneOnce() {
        hub.tasks().failResults(2);
        assertThat(done(new Task.Resync("r", TIME)).decoded()).isEqualTo(new TaskResult.Done());
        assertThat(switched).containsExactly("resync");
    }

    @Test
    void aListThatDoesNotGetThroughIsReadAgain() throws Exception {
        cluster.createPod("a");
        hub.tasks().failResults(1);
        assertThat(names(done(fetch("f", PODS, "", "")))).containsExactly("a");
        assertThat(cluster.simulator().requests().of("list", "pods")).isEqualTo(2);
    }

    @Test
    void aLateResultIsNotSent() {
        hub.tasks().failResults(Integer.MAX_VALUE);
        runner.orElseThrow().take(new Task.Resync("r", TIME));
        await().atMost(PATIENCE).until(() -> hub.tasks().failedResults() >= 2);
        clock.set(Clock.offset(Clock.systemUTC(), TIME));
        awaitCounted("Resync", new TaskCount(0, 1));
        hub.tasks().failResults(0);
        assertThat(done(new Task.Resync("next", TIME)).decoded()).isEqualTo(new TaskResult.Done());
        assertThat(hub.tasks().results("r")).isEmpty();
    }

    @Test
    void atMostFourTasksRunAtOnce() {
        proxy.when(RequestMatcher.list("pods")).always().then(Faults.latency(Duration.ofMinutes(10)));
        List<String> ids = IntStream.range(0, 10).mapToObj(i -> "slow-" + i).toList();
        ids.forEach(id -> runner.orElseThrow().take(new Task.Fetch(id, Duration.ofMinutes(2), PODS, "", "")));
        await().atMost(PATIENCE).during(Duration.ofSeconds(1)).until(() -> lists() == 4);
        proxy.heal();
        proxy.live(RequestMatcher.list("pods")).cut();
        assertThat(ids.stream().map(this::result).filter(TaskRunnerTest::isNoList))
                .hasSize(4)
                .allSatisfy(result -> assertThat(failed(result).status()).isEqualTo(502));
        assertThat(lists()).isEqualTo(10);
    }

    private static boolean isNoList(TestingTasks.Result result) {
        return !result.mediaType().equals(TaskCodec.LIST_MEDIA_TYPE);
    }

    @Test
    void aTaskThatArrivesAfterCloseIsDropped() {
        TaskRunner closed = runner.orElseThrow();
        closed.close();
        closed.take(new Task.Resync("late", TIME));
        closed.refuse(new TaskList.Unreadable("later", new TaskResult.Failed(501, "what?")));
        assertThat(switched).isEmpty();
    }

    private int lists() {
        return proxy.requests().matching(RequestMatcher.list("pods")).size();
    }

    @Test
    void aTaskThatTheAgentDoesNotKnowIsAnsweredSo() {
        runner.orElseThrow().refuse(new TaskList.Unreadable("new", new TaskResult.Failed(501, "unknown task 'Dance'")));
        assertThat(failed(result("new")).status()).isEqualTo(501);
    }
}
