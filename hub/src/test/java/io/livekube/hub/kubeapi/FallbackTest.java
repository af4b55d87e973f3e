package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingAgent.failed;
import static io.livekube.hub.TestingAgent.pods;
import static io.livekube.hub.TestingAgent.text;
import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingHub;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.read.FetchConfig;
import io.livekube.protocol.Task;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What readers get while the mirror is not fresh: the API server's own answer through the agent, otherwise the
/// last known state with its age, otherwise the sync progress.
class FallbackTest extends FetchCase {
    @Test
    void freshIsMirroredStaleIsFetchedDisconnectedIsMarkedAndFreshAgainIsMirrored() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> pods(70_000, pod("default", "now", 70_000)));
        hub.post("demo", full(SESSION, 3));
        isFrom(hub.get(PODS), "mirror", "fresh", 3);

        forward(hub, agent, Duration.ofSeconds(61));
        HttpResponse<String> fetched = hub.get(PODS);
        isFrom(fetched, "fetch", "fresh", 1);
        assertThat(json(fetched).path("metadata").path("resourceVersion").asText())
                .isEqualTo("70000");
        assertThat(header(fetched, "Warning")).isEmpty();
        assertThat(Long.parseLong(header(fetched, "X-Livekube-Age-Ms"))).isLessThan(60_000);

        leave(hub, agent);
        HttpResponse<String> stale = hub.get(PODS);
        isFrom(stale, "mirror", "stale", 3);
        assertThat(header(stale, "Warning"))
                .containsPattern("pods of cluster demo: stale, \\d+ s old")
                .contains("fetching failed")
                .contains("agent");
        hub.putClockForward(Duration.ofMinutes(4));
        isFrom(hub.get(PODS), "mirror", "disconnected", 3);

        hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
        isFrom(hub.get(PODS), "mirror", "fresh", 4);
        assertThat(agent.seen(Task.Fetch.class)).hasSize(1);
    }

    @Test
    void hundredReadersOfAStaleClusterCauseOneFetch() throws Exception {
        TestingHub hub = hub(SyncMode.ON, FetchConfig.defaults().withTimes(LONG, LONG, LONG));
        TestingAgent agent = agent(hub, _ -> pods(70_000, pod("default", "now", 70_000)));
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> answers = IntStream.range(0, 100)
                    .mapToObj(_ -> readers.submit(() -> hub.get(PODS)))
                    .toList();
            for (Future<HttpResponse<String>> answer : answers) {
                isFrom(answer.get(), "fetch", "fresh", 1);
            }
        }
        assertThat(agent.seen(Task.Fetch.class)).hasSize(1);
    }

    @Test
    void onlyTheRequestedObjectsAreFetched() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> pods(70_000, pod("default", "pod-00000", 70_000)));
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        assertThat(json(hub.get(ONE)).path("metadata").path("resourceVersion").asText())
                .isEqualTo("70000");
        isFrom(hub.get("/clusters/demo/api/v1/namespaces/default/pods"), "fetch", "fresh", 1);
        isFrom(hub.get(PODS + "?labelSelector=app%3Dpod-00000"), "fetch", "fresh", 1);
        isFrom(hub.get(PODS + "?labelSelector=app%3Dother"), "fetch", "fresh", 0);
        assertThat(agent.seen(Task.Fetch.class))
                .extracting(Task.Fetch::namespace, Task.Fetch::name)
                .containsExactly(tuple("default", "pod-00000"), tuple("default", ""), tuple("", ""), tuple("", ""));
    }

    @Test
    void objectDeletedUpstreamIsNotFoundAlthoughTheMirrorHasIt() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> failed(404, "pods \"pod-00000\" not found"));
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));

        HttpResponse<String> answer = hub.get(ONE);
        isStatus(answer, 404, "not found");
        assertThat(header(answer, "X-Livekube-Source")).isEqualTo("fetch");
    }

    @Test
    void fetchedListIsReusedBrieflyAndThenFetchedAgain() {
        TestingHub hub = hub(
                SyncMode.ON,
                FetchConfig.defaults().withTimes(Duration.ofSeconds(20), Duration.ofMinutes(2), Duration.ofMinutes(2)));
        TestingAgent agent = agent(hub, _ -> pods(70_000, pod("default", "now", 70_000)));
        hub.post("demo", full(SESSION, 3));
        forward(hub, agent, Duration.ofSeconds(61));
        isFrom(hub.get(PODS), "fetch", "fresh", 1);

        forward(hub, agent, Duration.ofSeconds(30));
        HttpResponse<String> again = hub.get(PODS);
        isFrom(again, "fetch", "fresh", 1);
        assertThat(Long.parseLong(header(again, "X-Livekube-Age-Ms"))).isGreaterThanOrEqualTo(30_000);
        assertThat(agent.seen(Task.Fetch.class)).hasSize(1);

        forward(hub, agent, Duration.ofSeconds(91));
        isFrom(hub.get(PODS), "fetch", "fresh", 1);
        assertThat(agent.seen(Task.Fetch.class)).hasSize(2);
    }

    @Test
    void unsyncedKindThatCanNotBeFetchedReportsItsProgress() {
        TestingHub hub = hub(SyncMode.ON);
        hub.post("demo", """
                {"SessionId":"%s","SequenceNumber":1,"SyncType":"parts","Parts":[{"Part":"Hello"},
                {"Part":"Kind","Kind":"Pod"},
                {"Part":"Status","Kind":"Pod","State":"SYNCING","Objects":3500,"Cause":"page 8 is slow"}]}
                """.formatted(SESSION));

        HttpResponse<String> answer = hub.get(PODS);
        isStatus(answer, 503, "3,500 objects so far, page 8 is slow");
        assertThat(header(answer, "Retry-After")).isNotEmpty();
        assertThat(header(answer, "X-Livekube-Sequence")).isEqualTo("1");
        isStatus(hub.get("/clusters/demo/api/v1/nodes"), 503, "nodes");
        isStatus(hub.get("/clusters/other/api/v1/pods"), 503, "not connected");
    }

    @Test
    void kindForbiddenUpstreamIsForbidden() {
        TestingHub hub = hub(SyncMode.ON);
        TestingAgent agent = agent(hub, _ -> failed(403, "secrets is forbidden"));
        hub.post("demo", """
                {"SessionId":"%s","SequenceNumber":1,"SyncType":"parts","Parts":[{"Part":"Hello"},
                {"Part":"Kind","Kind":"Node"},
                {"Part":"Status","Kind":"Node","State":"DENIED","Objects":0,"Cause":"nodes is forbidden"}]}
                """.formatted(SESSION));

        isStatus(hub.get("/clusters/demo/api/v1/nodes"), 403, "nodes is forbidden");
        assertThat(agent.seen(Task.Fetch.class)).isEmpty();
        isStatus(hub.get("/clusters/demo/api/v1/secrets"), 403, "secrets is forbidden");
        isStatus(hub.get("/clusters/demo/api/v1/nodes?fresh=true"), 403, "secrets is forbidden");
    }

    @Test
    void firstReadOfAClusterThatIsOffIsFetchedAndTurnsItOn() {
        TestingHub hub = hub(SyncMode.AUTO);
        TestingAgent agent = agent(hub, _ -> pods(70_000, pod("default", "now", 70_000)));
        assertThat(agent.seen(Task.SyncControl.class)).noneMatch(Task.SyncControl::on);

        isFrom(hub.get(PODS), "fetch", "fresh", 1);
        isFrom(hub.get("/clusters/demo/api/v1/namespaces/default/pods"), "fetch", "fresh", 1);
        assertThat(agent.seen(Task.SyncControl.class))
                .filteredOn(Task.SyncControl::on)
                .isNotEmpty()
                .allSatisfy(control -> assertThat(control.first()).hasToString("[pods]"));
        assertThat(hub.hub().clusters().find("demo").orElseThrow().events().recent())
                .anySatisfy(event -> assertThat(event.text()).contains("turned on by a read of pods from 127.0.0.1"));
    }

    @Test
    void nonexistentKindsAreNotRequestedForSync() {
        TestingHub hub = hub(SyncMode.AUTO);
        TestingAgent agent = agent(hub, _ -> TestingAgent.failed(404, "there is no such kind"));
        assertThat(hub.send(hub.request("/api/v1/clusters/demo/sync")
                                .PUT(BodyPublishers.ofString("{\"resourceTypes\":\"asked\"}")))
                        .statusCode())
                .isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            isStatus(hub.get("/clusters/demo/apis/example.com/v1/things" + i), 404, "no such kind");
        }
        var cluster = hub.hub().clusters().find("demo").orElseThrow();
        assertThat(cluster.activation().on()).as("the read counts as activity").isTrue();
        assertThat(cluster.activation().desired().kinds().orElseThrow()).isEmpty();
        assertThat(agent.seen(Task.SyncControl.class)).hasSizeLessThan(5);
    }

    @Test
    void kindThatWasNotFollowedIsFetchedHoweverShortTheGap() {
        TestingHub hub = hub(SyncMode.AUTO);
        agent(hub, _ -> pods(70_000, pod("default", "now", 70_000)));
        hub.get(PODS);
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        isFrom(hub.get(PODS), "mirror", "fresh", 3);
        var cluster = hub.hub().clusters().find("demo").orElseThrow();
        SyncSettings settings = cluster.activation().settings();
        cluster.set(new SyncSettings(SyncMode.OFF, settings.kinds()), "by a test");
        cluster.set(settings, "by a test");
        isFrom(hub.get(PODS), "fetch", "fresh", 1);
    }

    @Test
    void clusterInModeOffIsFetchedAndStaysOff() {
        TestingHub hub = hub(SyncMode.OFF);
        TestingAgent agent = agent(hub, _ -> pods(70_000, pod("default", "now", 70_000)));

        isFrom(hub.get(PODS), "fetch", "fresh", 1);
        assertThat(agent.seen(Task.SyncControl.class)).noneMatch(Task.SyncControl::on);

        leave(hub, agent);
        HttpResponse<String> answer = hub.get(PODS);
        isStatus(answer, 503, "not synced");
        assertThat(header(answer, "X-Livekube-State")).isEqualTo("off");
    }

    @Test
    void unannouncedKindIsNamedByItsOwnList() {
        TestingHub hub = hub(SyncMode.OFF);
        TestingAgent agent = agent(hub, _ -> text("""
                {"kind":"WidgetList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"9"},"items":[\
                {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","namespace":"a",\
                "uid":"0b4f2f5e-0000-4000-8000-000000000009","resourceVersion":"8"}}]}
                """));

        JsonNode list = json(hub.get("/clusters/demo/apis/example.com/v1/widgets"));
        assertThat(list.path("kind").asText()).isEqualTo("WidgetList");
        assertThat(list.path("items").get(0).path("kind").asText()).isEqualTo("Widget");
        JsonNode one = json(hub.get("/clusters/demo/apis/example.com/v1/namespaces/a/widgets/w"));
        assertThat(one.path("apiVersion").asText()).isEqualTo("example.com/v1");
        agent.answer(_ -> failed(404, "gadgets.example.com are not followed by this agent"));
        isStatus(hub.get("/clusters/demo/apis/example.com/v1/gadgets"), 404, "not followed");
    }
}
