package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.hub.TestingHub;
import io.livekube.hub.TestingPolls;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What readers get: complete states with their age, or a clear error.
@Timeout(60)
class ReadsTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private void isStatus(HttpResponse<String> answer, int code, String said) {
        JsonNode status = json(answer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code);
        assertThat(status.path("kind").asText()).isEqualTo("Status");
        assertThat(status.path("code").asInt()).isEqualTo(code);
        assertThat(status.path("message").asText()).contains(said);
    }

    @Test
    void listIsCompleteAndHasTheVersionOfTheKind() {
        hub.post("demo", full(SESSION, 5_000));
        HttpResponse<String> answer = hub.get(PODS);
        JsonNode list = json(answer);

        assertThat(list.path("kind").asText()).isEqualTo("PodList");
        assertThat(list.path("apiVersion").asText()).isEqualTo("v1");
        assertThat(list.path("metadata").path("resourceVersion").asText()).isEqualTo("50000");
        assertThat(list.path("items")).hasSize(5_000);
        assertThat(list.path("items").get(0).path("metadata").path("name").asText())
                .isEqualTo("pod-00000");
        assertThat(json(hub.get("/clusters/demo/api/v1/namespaces/default/pods"))
                        .path("items"))
                .hasSize(2_500);
        assertThat(json(hub.get(PODS + "?labelSelector=app%3Dpod-00007")).path("items"))
                .hasSize(1);
        assertThat(json(hub.get("/clusters/demo/api/v1/namespaces/none/pods")).path("items"))
                .isEmpty();
    }

    @Test
    void objectIsReturnedWithItsKind() {
        hub.post("demo", full(SESSION, 3));
        JsonNode pod = json(hub.get("/clusters/demo/api/v1/namespaces/default/pods/pod-00002"));
        JsonNode node = json(hub.get("/clusters/demo/api/v1/nodes/node-1"));

        assertThat(pod.path("kind").asText()).isEqualTo("Pod");
        assertThat(pod.path("metadata").path("resourceVersion").asText()).isEqualTo("1002");
        assertThat(node.path("kind").asText()).isEqualTo("Node");
        isStatus(hub.get("/clusters/demo/api/v1/namespaces/default/pods/nobody"), 404, "nobody");
    }

    @Test
    void unsyncedKindIsNeverShownAsEmpty() {
        isStatus(hub.get(PODS), 503, "not connected");
        HttpResponse<String> named = hub.post("demo", """
                {"SessionId":"%s","SequenceNumber":1,"SyncType":"parts","Parts":[{"Part":"Hello"},
                {"Part":"Kind","Kind":"Pod"},{"Part":"Kind","Kind":"Node"},
                {"Part":"Status","Kind":"Node","State":"DENIED","Objects":0,"Cause":"nodes is forbidden"}]}
                """.formatted(SESSION));
        assertThat(named.statusCode()).as(named.body()).isEqualTo(200);

        HttpResponse<String> pods = hub.get(PODS);
        isStatus(pods, 503, "not synced");
        assertThat(header(pods, "Retry-After")).isNotEmpty();
        isStatus(hub.get("/clusters/demo/api/v1/nodes"), 403, "nodes is forbidden");
    }

    @Test
    void unknownClustersKindsAndPathsAreNotFound() {
        hub.post("demo", full(SESSION, 3));

        isStatus(hub.get("/clusters/nobody/api/v1/pods"), 404, "nobody");
        isStatus(hub.get("/clusters/demo/apis/example.com/v1/gadgets"), 404, "gadgets.example.com");
        isStatus(hub.get("/clusters/demo/api/v1/namespaces/default/nodes"), 404, "nodes");
        isStatus(hub.get("/clusters/demo/api/v1/pods/pod-00001"), 404, "");
        isStatus(hub.get("/clusters/demo/api/v1/namespaces/default/pods/x/log"), 404, "log");
        isStatus(hub.get("/clusters/demo/elsewhere"), 404, "elsewhere");
        isStatus(hub.get("/clusters/demo/api/v1//pods"), 404, "");
        isStatus(hub.get(PODS + "?labelSelector=%3D%3D"), 400, "found '==', expected: !, identifier");
        isStatus(hub.get(PODS + "?continue=abc"), 400, "invalid continue token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void writesAreReferredToTheApiServer(String method) {
        hub.post("demo", full(SESSION, 3));
        HttpResponse<String> answer =
                hub.send(hub.request(PODS).method(method, HttpRequest.BodyPublishers.ofString("{}")));

        isStatus(answer, 405, "read-only mirror of cluster demo: send %s to its API server itself.".formatted(method));
        assertThat(header(answer, "Allow")).isEqualTo("GET");
        assertThat(header(answer, "X-Livekube-State")).isEqualTo("fresh");
    }

    @Test
    void writersAreToldTheAddressOfTheApiServer() {
        try (var agent = new TestingPolls(hub, "demo")) {
            assertThat(agent.raw("?server=https%3A%2F%2F192.0.2.1%3A6443").statusCode())
                    .isEqualTo(200);
            assertThat(agent.raw("?server=javascript%3Aalert(1)").statusCode()).isEqualTo(200);
            assertThat(agent.raw("").statusCode()).isEqualTo(200); // older agents do not report it
        }
        isStatus(
                hub.send(hub.request(PODS + "/x").DELETE()),
                405,
                "send DELETE to its API server, https://192.0.2.1:6443.");
    }

    @Test
    void errorsIncludeTheFreshnessOfTheKind() {
        hub.post("demo", full(SESSION, 3));
        hub.putClockForward(Duration.ofSeconds(61));
        for (String refused : List.of(
                "/api/v1/pods?labelSelector=%3D%3D",
                "/api/v1/pods?continue=abc",
                "/api/v1/pods?resourceVersion=x",
                "/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=1",
                "/api/v1/namespaces/default/pods/x/log")) {
            HttpResponse<String> answer = hub.get("/clusters/demo" + refused);
            assertThat(answer.statusCode()).as(refused).isBetween(400, 410);
            assertThat(header(answer, "X-Livekube-State")).as(refused).isEqualTo("stale");
            assertThat(header(answer, "X-Livekube-Source")).as(refused).isEqualTo("mirror");
        }
    }

    @Test
    void everyResponseStatesItsFreshness() {
        hub.post("demo", full(SESSION, 3));
        HttpResponse<String> fresh = hub.get(PODS);
        hub.putClockForward(Duration.ofSeconds(61));
        HttpResponse<String> stale = hub.get(PODS);
        hub.putClockForward(Duration.ofMinutes(4));
        HttpResponse<String> disconnected = hub.get(PODS);

        assertThat(header(fresh, "X-Livekube-State")).isEqualTo("fresh");
        assertThat(header(fresh, "X-Livekube-Source")).isEqualTo("mirror");
        assertThat(header(fresh, "X-Livekube-Sequence")).isEqualTo("1");
        assertThat(Long.parseLong(header(fresh, "X-Livekube-Age-Ms"))).isLessThan(60_000);
        assertThat(header(fresh, "Warning")).isEmpty();
        assertThat(header(stale, "X-Livekube-State")).isEqualTo("stale");
        assertThat(Long.parseLong(header(stale, "X-Livekube-Age-Ms"))).isGreaterThanOrEqualTo(61_000);
        assertThat(header(stale, "Warning"))
                .startsWith("299 ")
                .contains("pods of cluster demo")
                .contains("stale");
        assertThat(header(disconnected, "X-Livekube-State")).isEqualTo("disconnected");
        assertThat(json(disconnected).path("items")).as("still served").hasSize(3);
    }

    @Test
    void newSessionAloneDoesNotMakeAnOldStateFresh() {
        hub.post("demo", full(SESSION, 3));
        hub.putClockForward(Duration.ofMinutes(10));
        hub.post("demo", """
                {"SessionId":"8f14e45fceea167a-2","SequenceNumber":1,"SyncType":"parts","Parts":[{"Part":"Hello"},
                {"Part":"Check","Kind":"Pod","ResourceVersion":"90000","Objects":4,"Digest":"0123456789abcdef"}]}
                """);

        assertThat(header(hub.get(PODS), "X-Livekube-State")).isEqualTo("disconnected");
        assertThat(json(hub.get("/api/v1/clusters/demo")).path("state").asText())
                .as("the agent is connected, but none of the kinds has been verified")
                .isEqualTo("stale");
    }

    @Test
    void clustersReportTheirState() {
        hub.post("demo", full(SESSION, 3));
        hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
        JsonNode all = json(hub.get("/api/v1/clusters")).path("clusters");
        JsonNode demo = json(hub.get("/api/v1/clusters/demo"));
        JsonNode waiting = json(hub.get("/api/v1/clusters/other"));

        assertThat(all).hasSize(2 + TestingHub.MANY);
        assertThat(demo.path("session").asText()).isEqualTo(SESSION);
        assertThat(demo.path("sequence").asLong()).isEqualTo(2);
        assertThat(demo.path("state").asText()).isEqualTo("fresh");
        assertThat(demo.path("objects").asInt()).isEqualTo(5);
        assertThat(demo.path("agent").path("kubernetes").asText()).isEqualTo("v1.36.3");
        JsonNode pods = demo.path("kinds").get(1);
        assertThat(pods.path("resource").asText()).isEqualTo("pods");
        assertThat(pods.path("state").asText()).isEqualTo("synced");
        assertThat(pods.path("objects").asInt()).isEqualTo(4);
        assertThat(pods.path("resourceVersion").asText()).isEqualTo("60000");
        assertThat(pods.path("digest").asText()).hasSize(16);
        assertThat(waiting.path("state").asText()).isEqualTo("disconnected");
        assertThat(waiting.path("kinds")).isEmpty();
    }

    @Test
    void healthAndVersionNeedNoToken() {
        assertThat(hub.get("/healthz").body()).isEqualTo("ok\n");
        assertThat(hub.get("/readyz").body()).startsWith("warming");
        hub.putClockForward(Duration.ofSeconds(31));
        assertThat(hub.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(json(hub.get("/version")).path("version").asText()).isNotEmpty();
    }
}
