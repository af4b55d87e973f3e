package io.livekube.hub.rest;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingHub;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.FetchConfig;
import io.livekube.hub.read.PageToken;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Rows over HTTP, from one cluster and from many.
@Timeout(60)
class RowsTest {
    private static final String DEMO = "/api/v1/clusters/demo/resources/";
    private static final String FLEET = "/api/v1/resources/";
    private static final ObjectMapper JSON = new ObjectMapper();

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 5)).statusCode()).isEqualTo(200);
    }

    private JsonNode get(String path) throws Exception {
        return get(hub, path);
    }

    private static JsonNode get(TestingHub hub, String path) throws Exception {
        HttpResponse<String> answer = hub.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static List<String> names(JsonNode answer) {
        List<String> names = new ArrayList<>();
        answer.path("rows").forEach(row -> names.add(row.path("name").asText()));
        return names;
    }

    @Test
    void objectsAreRowsWithTheColumnsOfTheirKind() throws Exception {
        JsonNode answer = get(DEMO + "pods?namespace=default");
        assertThat(answer.path("kind").asText()).isEqualTo("Pod");
        assertThat(answer.path("apiVersion").asText()).isEqualTo("v1");
        assertThat(answer.at("/columns/0/name").asText()).isEqualTo("Name");
        assertThat(answer.path("columns")).hasSize(5);
        assertThat(names(answer)).containsExactly("pod-00000", "pod-00002", "pod-00004");
        JsonNode row = answer.at("/rows/0");
        assertThat(row.path("cluster").asText()).isEqualTo("demo");
        assertThat(row.at("/cells/2").asText()).isEqualTo("Running");
        assertThat(row.at("/labels/app").asText()).isEqualTo("pod-00000");
        JsonNode cluster = answer.at("/clusters/0");
        assertThat(cluster.path("state").asText()).isEqualTo("fresh");
        assertThat(cluster.path("source").asText()).isEqualTo("mirror");
        assertThat(cluster.path("total").asInt()).isEqualTo(5);
        assertThat(cluster.path("matched").asInt()).isEqualTo(3);
        assertThat(get(DEMO + "Pod?wide=true").path("columns")).hasSize(9);
    }

    @Test
    void rowsAreFilteredAndSorted() throws Exception {
        assertThat(names(get(DEMO + "po?q=00003"))).containsExactly("pod-00003");
        assertThat(names(get(DEMO + "po?q=KUBE%20running"))).containsExactly("pod-00001", "pod-00003");
        assertThat(names(get(DEMO + "pods?labelSelector=app%3Dpod-00001"))).containsExactly("pod-00001");
        assertThat(names(get(DEMO + "pods?sort=-name&limit=2"))).containsExactly("pod-00004", "pod-00003");
        assertThat(names(get(DEMO + "pods?problems=true"))).isEmpty();
    }

    @Test
    void unparsableObjectIsReportedAndHidesNoOther() throws Exception {
        KindMirror pods = hub.hub()
                .clusters()
                .find("demo")
                .orElseThrow()
                .mirror()
                .kind(Resource.core("v1", "pods"))
                .orElseThrow();
        byte[] broken = pod("default", "broken", 50_010) // possible in the binary encoding of a batch
                .replace("\"nodeName\":", "\"huge\":%s,\"nodeName\":".formatted("9".repeat(2_000)))
                .getBytes(StandardCharsets.UTF_8);
        Draft next = pods.store().snapshot().draft().put(pods.decode(broken, 0, broken.length));
        pods.publish(next.at(50_010), Map.of(), Instant.now());

        assertThat(names(get(DEMO + "pods"))).hasSize(6).contains("broken", "pod-00001");
        JsonNode problems = get(DEMO + "pods?problems=true");
        assertThat(names(problems)).containsExactly("broken");
        assertThat(problems.at("/rows/0/problem/reason").asText()).isEqualTo("Unreadable");
        assertThat(problems.at("/rows/0/cells").valueStream().map(JsonNode::asText))
                .containsExactly("broken", "<unknown>", "<unknown>", "<unknown>", "<unknown>");
    }

    @Test
    void pagesShowOneState() throws Exception {
        JsonNode first = get(FLEET + "pods?cluster=demo&limit=2&sort=name");
        assertThat(names(first)).containsExactly("pod-00000", "pod-00001");
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "pod-00001b", 50_010))
                        .statusCode())
                .isEqualTo(200);
        String rest = FLEET + "pods?cluster=demo&limit=2&sort=name&cursor=";
        JsonNode second = get(rest + first.path("cursor").asText());
        assertThat(names(second)).containsExactly("pod-00002", "pod-00003");
        JsonNode third = get(rest + second.path("cursor").asText());
        assertThat(names(third)).containsExactly("pod-00004");
        assertThat(third.has("cursor")).isFalse();
    }

    @Test
    void streamContinuesAfterAList() throws Exception {
        JsonNode list = get(FLEET + "pods?cluster=demo");
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "new", 50_010)).statusCode())
                .isEqualTo(200);
        try (HttpClient client = HttpClient.newHttpClient();
                TestingStream stream = TestingStream.open(
                        client,
                        hub,
                        "rows=pods&cluster=demo&cursor=" + list.path("resume").asText())) {
            JsonNode rows = stream.await("rows");
            assertThat(rows.path("reset").asBoolean()).isFalse();
            assertThat(rows.at("/rows/0/name").asText()).isEqualTo("new");
            client.shutdownNow();
        }
    }

    @Test
    void unresponsiveClusterIsMarkedAndDelaysNoOthers() throws Exception {
        Duration tooLong = Duration.ofMinutes(10); // for the client, too
        try (TestingHub patient = TestingHub.start(config -> config.withReads(config.reads()
                        .withFetch(FetchConfig.defaults().withTimes(tooLong, Duration.ZERO, Duration.ZERO))));
                TestingAgent _ = TestingAgent.start(patient, "other", _ -> Optional.empty())) {
            assertThat(patient.post("demo", full(SESSION, 5)).statusCode()).isEqualTo(200);
            JsonNode answer = get(patient, FLEET + "pods?cluster=demo&cluster=oth*&cluster=c1");
            assertThat(names(answer)).hasSize(5);
            assertThat(answer.at("/clusters/0/cluster").asText()).isEqualTo("c1");
            assertThat(answer.at("/clusters/0/error").asText()).contains("has not connected");
            assertThat(answer.at("/clusters/1/state").asText()).isEqualTo("fresh");
            assertThat(answer.at("/clusters/2/state").asText()).isEqualTo("syncing");
            assertThat(answer.at("/clusters/2/status").asInt()).isEqualTo(503);
        }
    }

    /// A cursor of the pods in a cluster, with another listing and place.
    private String altered(long listing, String place) throws Exception {
        String cursor = get(DEMO + "pods?limit=1").path("cursor").asText();
        PageToken real = PageToken.decode(cursor).orElseThrow();
        return new PageToken(real.list(), Optional.of(listing), place).encode();
    }

    @Test
    void invalidListRequestsAreRejectedWithOneSentence() throws Exception {
        assertRefused(DEMO + "deploymets", 404, "did you mean deployments.apps");
        assertRefused(
                "/api/v1/clusters/nowhere/resources/pods",
                404,
                "Cluster nowhere not found. GET /api/v1/clusters lists all clusters.");
        assertRefused("/api/v1/clusters/other/resources/pods", 503, "No data for cluster other yet");
        assertRefused(DEMO + "pods?sort=colour", 400, "choose one of Name, Ready, Status");
        assertRefused(DEMO + "pods?limit=0", 400, "Parameter 'limit' must be a number from 1 to 5,000.");
        assertRefused(DEMO + "pods?limit=many", 400, "Parameter 'limit' must be a number");
        assertRefused(DEMO + "pods?cursor=nonsense", 400, "Invalid cursor.");
        assertRefused(
                DEMO + "pods?sort=name&cursor=" + altered(42, "1"), 400, "The cursor belongs to another request.");
        assertRefused(DEMO + "pods?cursor=" + altered(42, "1"), 410, "start again without a cursor");
        assertRefused(DEMO + "pods?cursor=" + altered(42, "x"), 410, "start again without a cursor");
        assertRefused(DEMO + "pods?fieldSelector=nothing%3Dx", 400, "field");
        assertRefused("/api/v1/resources", 404, "Path not found");
    }

    @Test
    void customKindIsUnknownOnlyOnceDefinitionsAreSynced() throws Exception {
        String part = """
                {"SessionId":"%s","SyncType":"parts","SequenceNumber":%d,"Parts":[%s]}""";
        String definitions = """
                {"Part":"Kind","Kind":"CustomResourceDefinition",\
                "Resource":"apiextensions.k8s.io/v1/customresourcedefinitions","Namespaced":false}""";
        String status = """
                {"Part":"Status","Kind":"CustomResourceDefinition","State":"%s","Objects":0,"Cause":"%s"}""";
        String announced = part.formatted(SESSION, 2, definitions + "," + status.formatted("SYNCING", ""));
        assertThat(hub.post("demo", announced).statusCode()).isEqualTo(200);
        assertRefused(DEMO + "gadgets.example.io", 503, "cluster demo has not announced all its kinds");
        assertRefused("/api/v1/stream?rows=gadgets.example.io&cluster=demo", 503, "has not announced all its kinds");
        assertRefused(DEMO + "gadgets", 404, "There is no resource gadgets");

        String empty = """
                {"Part":"Begin","Kind":"CustomResourceDefinition","ResourceVersion":"9","Buckets":"all"},\
                {"Part":"End","Kind":"CustomResourceDefinition","ResourceVersion":"9","Objects":0},""";
        String whole = part.formatted(SESSION, 3, empty + status.formatted("SYNCED", ""));
        assertThat(hub.post("demo", whole).statusCode()).isEqualTo(200);
        assertRefused(DEMO + "gadgets.example.io", 404, "There is no resource gadgets.example.io");
    }

    @Test
    void agentThatMayNotReadDefinitionsIsNotAwaited() {
        assertRefused(DEMO + "gadgets.example.io", 404, "There is no resource gadgets.example.io");
        String denied = """
                {"SessionId":"8f14e45fceea167a-1","SyncType":"parts","SequenceNumber":2,"Parts":[\
                {"Part":"Kind","Kind":"CustomResourceDefinition",\
                "Resource":"apiextensions.k8s.io/v1/customresourcedefinitions","Namespaced":false},\
                {"Part":"Status","Kind":"CustomResourceDefinition","State":"DENIED","Objects":0,"Cause":"403"}]}""";
        assertThat(hub.post("demo", denied).statusCode()).isEqualTo(200);
        assertRefused(DEMO + "gadgets.example.io", 404, "There is no resource gadgets.example.io");
    }

    private void assertRefused(String path, int status, String sentence) {
        HttpResponse<String> answer = hub.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(sentence);
    }

    @Test
    void relationsOfAnObjectFormAGraph() throws Exception {
        JsonNode graph = get("/api/v1/clusters/demo/related/pods/default/pod-00000");
        assertThat(graph.at("/nodes/0/id").asText()).isEqualTo("pods/default/pod-00000");
        assertThat(graph.at("/nodes/0/status").asText()).isEqualTo("Running");
        assertThat(graph.at("/edges/0/relation").asText()).isEqualTo("runs on");
        assertThat(graph.at("/edges/0/to").asText()).isEqualTo("nodes/-/node-1");
        assertThat(graph.path("truncated").asBoolean()).isFalse();
        JsonNode node = get("/api/v1/clusters/demo/related/nodes/-/node-1");
        assertThat(node.path("nodes")).hasSize(6);
        assertRefused("/api/v1/clusters/demo/related/pods/default/none", 404, "Pod default/none not found");
        assertRefused("/api/v1/clusters/demo/related/services/default/web", 503, "not synced yet");
    }
}
