package io.livekube.hub.agentapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.livekube.core.model.Resource;
import io.livekube.hub.RawConnection;
import io.livekube.hub.TestingHub;
import io.livekube.hub.TestingPolls;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.TaskCodec;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An agent polls for tasks over HTTP.
@Timeout(60)
class TasksTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Duration REDELIVER = TestingHub.PATIENT.redeliver();
    private static final Duration GONE_AFTER = TestingHub.PATIENT.goneAfter();

    private final TestingHub hub = TestingHub.startInAuto();
    private final TestingPolls agent = new TestingPolls(hub, "demo");

    @AfterEach
    void stop() {
        agent.close();
        hub.close();
    }

    private Cluster cluster() {
        return hub.hub().clusters().find("demo").orElseThrow();
    }

    private void agentWaits() {
        await().until(() -> hub.hub()
                .clusters()
                .find("demo")
                .filter(cluster -> cluster.tasks().agentConnected())
                .isPresent());
    }

    private Future<TaskReply> fetch(Duration within) {
        return agent.inBackground(
                () -> cluster().tasks().ask(within, (id, time) -> new Task.Fetch(id, time, PODS, "default", "")));
    }

    private static void isAnError(HttpResponse<String> answer, int status, String said) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{").contains("\"error\":\"").contains(said);
    }

    @Test
    void pollRegistersTheClusterWhichStaysOffUntilItIsRead() {
        assertThat(agent.poll(0))
                .singleElement(type(Task.SyncControl.class))
                .satisfies(control -> assertThat(control.on()).isFalse());
        assertThat(agent.poll(0)).isEmpty();
        assertThat(cluster().activation().on()).isFalse();

        HttpResponse<String> batch = hub.post("demo", full(SESSION, 3));
        assertThat(batch.statusCode()).isEqualTo(200);
        assertThat(batch.body()).contains("TurnOff").contains("has no readers");
        assertThat(cluster().mirror().kinds()).isEmpty();
    }

    @Test
    void readTurnsTheClusterOnAndAnswersAWaitingPollImmediately() throws Exception {
        agent.poll(0);
        hub.putClockForward(GONE_AFTER); // so that the agent counts as connected only while it polls
        Future<List<Task>> waiting = agent.waiting(25);
        agentWaits();
        long start = System.nanoTime();
        cluster().read(PODS, "by a reader from 127.0.0.1");

        assertThat(waiting.get(40, TimeUnit.SECONDS))
                .singleElement(type(Task.SyncControl.class))
                .satisfies(control -> {
                    assertThat(control.on()).isTrue();
                    assertThat(control.first()).containsExactly(PODS);
                    assertThat(control.kinds()).isEmpty();
                });
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("not at the end of the poll")
                .isLessThan(Duration.ofSeconds(20));
        assertThat(hub.post("demo", full(SESSION, 3)).body()).contains("Acknowledged");
        assertThat(cluster().activation().desired().first())
                .as("pods have arrived")
                .isEmpty();
    }

    @Test
    void agentThatStillPushesAfterAHubRestartIsAdopted() {
        assertThat(hub.post("demo", delta(SESSION, 7, "default", "x", 1)).statusCode())
                .as("its session is unknown, so a new one is requested")
                .isEqualTo(409);
        assertThat(cluster().activation().on()).isTrue();

        try (TestingPolls other = new TestingPolls(hub, "other")) {
            other.raw("?wait=0&sync=on&taken=another-hubs-w3");
            assertThat(other.poll(0))
                    .singleElement(type(Task.SyncControl.class))
                    .satisfies(control -> assertThat(control.on()).isTrue());
        }
    }

    @Test
    void fetchedObjectsReachTheWaitingReader() throws Exception {
        agent.poll(0);
        Future<TaskReply> fetched = fetch(Duration.ofMinutes(5));
        Task task = agent.poll(20).getFirst();
        assertThat(task).isInstanceOf(Task.Fetch.class);

        isAnError(agent.tell(task, new TaskResult.Done()), 400, "can't be a Done");
        isAnError(agent.tell(task.id(), TaskCodec.MEDIA_TYPE, "{\"Result\":"), 400, "Invalid result");
        isAnError(agent.tell(task.id(), "text/plain", "pods"), 415, "Content-Type");
        assertThat(agent.tell(task.id(), TaskCodec.LIST_MEDIA_TYPE, "{\"items\":[]}")
                        .statusCode())
                .isEqualTo(204);
        assertThat(fetched.get(40, TimeUnit.SECONDS)).isInstanceOfSatisfying(TaskReply.Payload.class, objects -> {
            assertThat(new String(objects.body(), StandardCharsets.UTF_8)).isEqualTo("{\"items\":[]}");
            assertThat(objects.coding()).isEqualTo(ContentCoding.IDENTITY);
        });
        isAnError(agent.tell(task.id(), TaskCodec.LIST_MEDIA_TYPE, "{}"), 404, "no longer pending");
    }

    @Test
    void taskWithoutAResultIsRedelivered() {
        agent.poll(0);
        Future<TaskReply> fetched = fetch(REDELIVER.multipliedBy(2));
        String id = agent.poll(20).getFirst().id();
        assertThat(agent.poll(0)).isEmpty();
        hub.putClockForward(REDELIVER);

        assertThat(agent.poll(20)).extracting(Task::id).containsExactly(id);
        assertThat(fetched.isDone()).isFalse();
    }

    @Test
    void lateResultIsRejected() throws Exception {
        agent.poll(0);
        Future<TaskReply> fetched = fetch(Duration.ofMinutes(1));
        String id = agent.poll(20).getFirst().id();
        hub.putClockForward(Duration.ofMinutes(1));

        await().until(fetched::isDone);
        isAnError(agent.tell(id, TaskCodec.LIST_MEDIA_TYPE, "{}"), 404, "no longer pending");
    }

    @Test
    void agentWithABrokenPollIsSoonDisconnectedAndItsTasksFail() throws IOException {
        agent.poll(0);
        hub.putClockForward(GONE_AFTER);
        assertThat(cluster().tasks().agentConnected()).isFalse();
        RawConnection connection = new RawConnection(hub.port());
        connection.send(
                "GET /agent/v1/clusters/demo/tasks?wait=25&taken=%s HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer %s\r\n\r\n"
                        .formatted(presentWish(), TestingHub.token("demo")));
        agentWaits();
        hub.putClockForward(Duration.ofHours(1));
        assertThat(cluster().tasks().agentConnected()).as("it is still polling").isTrue();
        connection.close();

        await().until(() -> {
            hub.putClockForward(GONE_AFTER);
            return !cluster().tasks().agentConnected();
        });
    }

    private String presentWish() {
        String body = agent.raw("?wait=0").body();
        hub.putClockForward(GONE_AFTER);
        return body.replaceAll("(?s).*\"Id\":\"([^\"]+)\".*", "$1");
    }

    @Test
    void pollsDoNotCountTowardsTheRequestLimit() throws Exception {
        try (TestingHub small = TestingHub.start(config -> config, limits -> limits.withRequests(1));
                TestingPolls demo = new TestingPolls(small, "demo");
                TestingPolls other = new TestingPolls(small, "other")) {
            demo.poll(0);
            other.poll(0);
            small.putClockForward(GONE_AFTER);
            Future<List<Task>> first = demo.waiting(20);
            Future<List<Task>> second = other.waiting(20);
            await().until(() -> small.hub().clusters().all().stream()
                    .allMatch(cluster -> cluster.tasks().agentConnected()));

            assertThat(small.get("/api/v1/clusters").statusCode()).isEqualTo(200);
            assertThat(first.isDone() || second.isDone()).isFalse();
        }
    }

    @Test
    void invalidPollsAndResultsAreRejectedWithOneSentence() {
        isAnError(agent.raw("?wait=soon"), 400, "wait");
        isAnError(agent.raw("?wait=-1"), 400, "wait");
        isAnError(agent.raw("?sync=maybe"), 400, "sync");
        isAnError(hub.get("/agent/v1/clusters/demo/tasks"), 401, "Missing token");
        isAnError(
                hub.send(hub.request("/agent/v1/clusters/other/tasks")
                        .header("Authorization", "Bearer " + TestingHub.token("demo"))
                        .GET()),
                403,
                "belongs to another cluster");
        HttpResponse<String> method =
                hub.send(agent.authorized("/tasks").POST(HttpRequest.BodyPublishers.ofString("{}")));
        isAnError(method, 405, "GET");
        assertThat(method.headers().firstValue("Allow")).hasValue("GET");
        isAnError(hub.send(agent.authorized("/tasks/x").GET()), 405, "POST");
        isAnError(agent.tell("nothing", TaskCodec.MEDIA_TYPE, "{}"), 404, "Task nothing of cluster");
    }

    @Test
    void oversizedResultIsRejected() throws Exception {
        agent.poll(0);
        Future<TaskReply> asked =
                agent.inBackground(() -> cluster().tasks().ask(Duration.ofMinutes(5), Task.Report::new));
        Task task = agent.poll(20).getFirst();

        isAnError(agent.tell(task.id(), TaskCodec.MEDIA_TYPE, " ".repeat(2 << 20)), 413, "a task's result");
        isAnError(agent.tell(task.id(), TaskCodec.LIST_MEDIA_TYPE, "{}"), 400, "not a fetch");
        assertThat(agent.tell(task, new TaskResult.Report(1, 2, List.of())).statusCode())
                .isEqualTo(204);
        assertThat(asked.get(40, TimeUnit.SECONDS)).isInstanceOf(TaskReply.Result.class);
    }
}
