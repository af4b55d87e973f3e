package io.livekube.hub.rest;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.core.model.Resource;
import io.livekube.hub.TestingHub;
import io.livekube.hub.TestingPolls;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.control.ActivationConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Settings, resync and removal of clusters, and reports about them.
@Timeout(60)
class ControlTest {
    private static final String DEMO = "/api/v1/clusters/demo";
    private static final Resource PODS = Resource.core("v1", "pods");

    private final TestingHub hub = TestingHub.start(config -> {
        ActivationConfig activation = config.control().activation().withMode(SyncMode.AUTO);
        var often = new ActivationConfig(
                activation.settings(), activation.idleAfter(), activation.keepOff(), Duration.ofMillis(50));
        return config.withControl(new ControlConfig(often, TestingHub.PATIENT));
    });
    private final TestingPolls agent = new TestingPolls(hub, "demo");

    @AfterEach
    void stop() {
        agent.close();
        hub.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    private HttpResponse<String> send(String method, String path, String body) {
        return hub.send(hub.request(path).method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> set(String settings) {
        return send("PUT", DEMO + "/sync", settings);
    }

    private JsonNode demo() {
        return json(hub.get(DEMO));
    }

    private Cluster cluster() {
        return hub.hub().clusters().find("demo").orElseThrow();
    }

    private List<String> events() {
        List<String> texts = new ArrayList<>();
        json(hub.get(DEMO + "/events"))
                .path("events")
                .forEach(event -> texts.add(
                        event.path("type").asText() + ": " + event.path("text").asText()));
        return texts;
    }

    private static void isAnError(HttpResponse<String> answer, int status, String said) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).path("error").asText()).contains(said).endsWith(".");
    }

    private void read() {
        cluster().read(PODS, "by a reader from 127.0.0.1");
    }

    @Test
    void clusterReportsHowItIsSyncedAndWhy() {
        assertThat(demo().path("agentConnected").asBoolean()).isFalse();
        agent.poll(0);
        JsonNode off = demo();
        assertThat(off.path("state").asText()).isEqualTo("off");
        assertThat(off.path("mode").asText()).isEqualTo("auto");
        assertThat(off.path("resourceTypes").asText()).isEqualTo("all");
        assertThat(off.path("on").asBoolean()).isFalse();
        assertThat(off.path("lastActivity").isMissingNode()).as("not read yet").isTrue();
        assertThat(off.path("token").asBoolean()).isTrue();
        assertThat(off.path("agentConnected").asBoolean()).isTrue();
        assertThat(off.path("queuedTasks").asInt()).isZero();

        read();
        hub.post("demo", full(SESSION, 3));
        JsonNode on = demo();
        assertThat(on.path("state").asText()).isEqualTo("fresh");
        assertThat(on.path("on").asBoolean()).isTrue();
        assertThat(on.path("lastActivity").asText()).isNotEmpty();
        assertThat(events())
                .anySatisfy(event -> assertThat(event)
                        .isEqualTo("switched: turned on by a read of pods by a reader from 127.0.0.1"));
    }

    @Test
    void explicitModeKeepsItOnOrOff() throws Exception {
        agent.poll(0);
        Future<List<Task>> waiting = agent.waiting(20);
        HttpResponse<String> set = set("{\"mode\":\"on\"}");
        assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
        assertThat(json(set).path("mode").asText()).isEqualTo("on");
        assertThat(json(set).path("resourceTypes").asText()).isEqualTo("all");
        assertThat(waiting.get(40, TimeUnit.SECONDS))
                .singleElement(type(Task.SyncControl.class))
                .satisfies(control -> assertThat(control.on()).isTrue());
        hub.post("demo", full(SESSION, 3));

        assertThat(set("{\"mode\":\"off\"}").statusCode()).isEqualTo(200);
        read();
        assertThat(hub.post("demo", full(SESSION, 3)).body())
                .contains("TurnOff")
                .contains("sync is set to off");
        assertThat(demo().path("state").asText()).isEqualTo("off");
        assertThat(demo().path("kinds").get(0).path("state").asText()).isEqualTo("off");
        assertThat(events().getFirst()).contains("turned off: mode off, set by a reader from 127.0.0.1");
    }

    @Test
    void kindsAreSelectedByAnyOfTheirNames() {
        set("{\"mode\":\"on\"}");
        agent.poll(0);
        hub.post("demo", full(SESSION, 3));
        HttpResponse<String> set =
                set("{\"resourceTypes\":[\"pods\",\"deployments.apps\",\"Service\",\"example.com/v1/widgets\"]}");

        assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
        List<String> names = new ArrayList<>();
        demo().path("resourceTypes").forEach(name -> names.add(name.asText()));
        assertThat(names).containsExactly("Deployment", "Pod", "Service", "example.com/v1/widgets");
        assertThat(demo().path("mode").asText()).as("unchanged").isEqualTo("on");
        assertThat(agent.poll(0))
                .singleElement(type(Task.SyncControl.class))
                .satisfies(control -> assertThat(control.kinds().orElseThrow())
                        .contains(PODS, new Resource("example.com", "v1", "widgets"))
                        .hasSize(4));
        JsonNode kinds = demo().path("kinds");
        assertThat(kinds.get(0).path("resource").asText()).isEqualTo("nodes");
        assertThat(kinds.get(0).path("state").asText())
                .as("nodes are not selected")
                .isEqualTo("off");
        assertThat(kinds.get(1).path("state").asText()).isEqualTo("synced");
        assertThat(set("{\"resourceTypes\":\"asked\"}").statusCode()).isEqualTo(200);
        assertThat(set("{\"resourceTypes\":\"all\"}").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"mode\":\"sometimes\"}               | 'auto', 'on' or 'off'",
                "{\"mode\":1}                           | 'auto', 'on' or 'off'",
                "{\"resourceTypes\":[\"Pod\",\"Wombat\"]} | Unknown resource type 'Wombat'. Known types are Pod, Service",
                "{\"resourceTypes\":[\"../../etc/x\"]}  | Unknown resource type",
                "{\"resourceTypes\":[]}                 | set the mode to 'off'",
                "{\"resourceTypes\":[7]}                | must be a name",
                "{\"resourceTypes\":\"some\"}           | 'all', 'asked' or a list",
                "{\"mode\":\"on\",\"speed\":9}          | Unknown setting 'speed'",
                "{}                                     | No settings found",
                "[]                                     | a JSON object",
                "nonsense                               | not valid JSON",
                "{\"mode\":\"on\"} {}                   | not valid JSON",
                "{\"mode\":\"on\",\"mode\":\"off\"}     | not valid JSON",
                "``                                     | a JSON object",
            })
    void invalidSettingsChangeNothing(String body, String said) {
        agent.poll(0);
        isAnError(set(body), 400, said);
        assertThat(demo().path("mode").asText()).isEqualTo("auto");
        assertThat(events()).isEmpty();
    }

    @Test
    void unknownClustersWrongMethodsAndOversizedBodiesAreRejectedWithOneSentence() {
        for (String path : List.of("sync", "resync", "memory", "events")) {
            String method = path.equals("sync") ? "PUT" : path.equals("resync") ? "POST" : "GET";
            isAnError(send(method, "/api/v1/clusters/nobody/" + path, "{}"), 404, "Cluster nobody not found");
            HttpResponse<String> wrong = send("PATCH", DEMO + "/" + path, "{}");
            isAnError(wrong, 405, "not PATCH");
            assertThat(wrong.headers().firstValue("Allow")).hasValue(method);
        }
        isAnError(send("DELETE", "/api/v1/clusters/nobody", ""), 404, "Cluster nobody not found");
        HttpResponse<String> wrong = send("POST", DEMO, "{}");
        isAnError(wrong, 405, "not POST");
        assertThat(wrong.headers().firstValue("Allow")).hasValue("GET, DELETE");
        isAnError(set("{\"mode\":\"" + "x".repeat(100_000) + "\"}"), 413, "at most 65,536 bytes");
        isAnError(hub.get(DEMO + "/elsewhere"), 404, "Path not found");
        isAnError(
                hub.send(hub.request(DEMO + "/sync")
                        .header("Authorization", "Bearer " + TestingHub.token("demo"))
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"mode\":\"on\"}"))),
                403,
                "Agent tokens");
    }

    @Test
    void idleClusterIsTurnedOffAfterHalfAnHourAndReleasedAnHourLater() {
        agent.poll(0);
        read();
        hub.post("demo", full(SESSION, 3));
        hub.putClockForward(Duration.ofMinutes(29));
        assertThat(hub.get("/api/v1/clusters").statusCode())
                .as("does not count as activity")
                .isEqualTo(200);
        assertThat(cluster().activation().on()).isTrue();
        hub.putClockForward(Duration.ofMinutes(1));

        await().until(() -> demo().path("state").asText().equals("off"));
        assertThat(agent.poll(0))
                .singleElement(type(Task.SyncControl.class))
                .satisfies(control -> assertThat(control.on()).isFalse());
        assertThat(demo().path("objects").asInt())
                .as("the last known state is kept for a while")
                .isEqualTo(4);
        // The event is recorded once the change has been applied.
        await().until(() -> events().getFirst().equals("switched: turned off: no reader for 30 min"));

        hub.putClockForward(Duration.ofHours(1));
        await().until(() -> demo().path("objects").asInt() == 0);
        await().until(() -> events().getFirst().startsWith("forgotten: "));
    }

    @Test
    void resyncRequiresAClusterThatIsOnWithAConnectedAgent() throws Exception {
        isAnError(send("POST", DEMO + "/resync", ""), 409, "never connected");
        agent.poll(0);
        isAnError(send("POST", DEMO + "/resync", ""), 409, "is off");
        read();
        agent.poll(0);
        Future<HttpResponse<String>> asked = agent.inBackground(() -> send("POST", DEMO + "/resync", ""));
        Task task = agent.poll(20).getFirst();
        assertThat(task).isInstanceOf(Task.Resync.class);
        agent.tell(task, new TaskResult.Done());
        assertThat(asked.get(40, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
        assertThat(events()).contains("resync: requested by a reader from 127.0.0.1");

        hub.putClockForward(TestingHub.PATIENT.goneAfter());
        isAnError(send("POST", DEMO + "/resync", ""), 503, "has not polled for tasks");
    }

    @Test
    void memoryIsReportedByKindForHubAndAgentOrWhyNot() throws Exception {
        JsonNode unknown = json(hub.get(DEMO + "/memory"));
        assertThat(unknown.path("agent").path("unavailable").asText()).isNotEmpty();
        agent.poll(0);
        read();
        agent.poll(0);
        hub.post("demo", full(SESSION, 30));
        Future<HttpResponse<String>> asked = agent.inBackground(() -> hub.get(DEMO + "/memory"));
        Task task = agent.poll(20).getFirst();
        agent.tell(
                task,
                new TaskResult.Report(
                        1_000,
                        2_000,
                        List.of(new TaskResult.KindMemory(
                                "pods", 30, 900, List.of(new TaskResult.LargeObject("default", "pod-1", 90, 300))))));

        JsonNode memory = json(asked.get(40, TimeUnit.SECONDS));
        JsonNode here = memory.path("hub");
        assertThat(here.path("objects").asInt()).isEqualTo(31);
        assertThat(here.path("kinds").get(1).path("resource").asText()).isEqualTo("pods");
        assertThat(here.path("kinds").get(1).path("bytes").asLong()).isPositive();
        assertThat(here.path("largest")).hasSize(10);
        assertThat(here.path("largest").get(0).path("bytes").asInt())
                .isGreaterThanOrEqualTo(
                        here.path("largest").get(9).path("bytes").asInt());
        assertThat(memory.path("agent").path("heapMax").asLong()).isEqualTo(2_000);
        assertThat(memory.path("agent")
                        .path("kinds")
                        .get(0)
                        .path("largest")
                        .get(0)
                        .path("name")
                        .asText())
                .isEqualTo("pod-1");

        hub.putClockForward(TestingHub.PATIENT.goneAfter());
        assertThat(json(hub.get(DEMO + "/memory"))
                        .path("agent")
                        .path("unavailable")
                        .asText())
                .contains("has not polled for tasks");
    }

    @Test
    void removedClusterReturnsEmptyAndOffWhileItsTokenIsValid() throws Exception {
        agent.poll(0);
        set("{\"mode\":\"on\"}");
        agent.poll(0);
        hub.post("demo", full(SESSION, 3));
        Future<List<Task>> waiting = agent.waiting(20);
        HttpResponse<String> removed = send("DELETE", DEMO, "");
        assertThat(removed.statusCode()).isEqualTo(200);
        assertThat(json(removed).path("note").asText()).contains("registers again");

        assertThat(waiting.get(40, TimeUnit.SECONDS)).as("its poll ends").hasSizeLessThanOrEqualTo(1);
        agent.poll(0);
        JsonNode returned = demo();
        assertThat(returned.path("mode").asText()).isEqualTo("auto");
        assertThat(returned.path("state").asText()).isEqualTo("off");
        assertThat(returned.path("kinds")).isEmpty();
        assertThat(hub.post("demo", full(SESSION, 3)).body()).contains("TurnOff");
    }

    @Test
    void clusterWithoutATokenKeepsItsStateUntilItIsRemoved() throws IOException {
        agent.poll(0);
        read();
        hub.post("demo", full(SESSION, 3));
        Files.writeString(hub.tokensFile(), "other " + TestingHub.token("other") + "\n");
        await().until(() -> !demo().path("token").asBoolean(true));
        assertThat(demo().path("objects").asInt()).isEqualTo(4);
        assertThat(hub.get("/clusters/demo/api/v1/pods").statusCode()).isEqualTo(200);

        assertThat(send("DELETE", DEMO, "").statusCode()).isEqualTo(204);
        isAnError(hub.get(DEMO), 404, "Cluster demo not found");
        isAnError(send("DELETE", DEMO, ""), 404, "Cluster demo not found");
    }

    @Test
    void tooManySessionsWithinAMinuteAreBackedOffForHalfAMinute() {
        set("{\"mode\":\"on\"}");
        for (int i = 1; i <= 5; i++) {
            assertThat(hub.post("demo", full("8f14e45fceea167a-" + i, 3)).statusCode())
                    .isEqualTo(200);
        }
        HttpResponse<String> sixth = hub.post("demo", full("8f14e45fceea167a-6", 3));
        assertThat(sixth.statusCode()).isEqualTo(429);
        assertThat(sixth.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(25L, 30L);
        hub.putClockForward(Duration.ofSeconds(20));
        assertThat(hub.post("demo", full("8f14e45fceea167a-6", 3)).statusCode()).isEqualTo(429);
        hub.putClockForward(Duration.ofSeconds(11));
        assertThat(hub.post("demo", full("8f14e45fceea167a-6", 3)).statusCode()).isEqualTo(200);

        assertThat(events())
                .anySatisfy(event -> assertThat(event)
                        .startsWith("backoff: agent told to back off for")
                        .contains("too many resyncs"));
        assertThat(demo().path("counts").path("backoffs").asInt()).isEqualTo(1);
    }

    @Test
    void clusterReportsItsTraffic() {
        set("{\"mode\":\"on\"}");
        assertThat(demo().path("traffic").path("batches").asInt()).isZero();
        assertThat(hub.post("demo", full("8f14e45fceea167a-1", 3)).statusCode()).isEqualTo(200);
        assertThat(hub.get("/clusters/demo/api/v1/pods").statusCode()).isEqualTo(200);

        JsonNode traffic = demo().path("traffic");
        assertThat(traffic.path("batches").asInt()).isEqualTo(1);
        assertThat(traffic.path("bytes").asLong()).isBetween(100L, 10_000L);
        assertThat(traffic.path("reads").asInt()).isEqualTo(1);
    }
}
