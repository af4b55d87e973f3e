package io.livekube.hub.rest;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams over HTTP, as seen by browsers.
@Timeout(60)
class StreamTest {
    private TestingHub hub = TestingHub.start();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<TestingStream> open = new ArrayList<>();
    private long sequence = 1;

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() throws IOException {
        for (TestingStream stream : open) {
            stream.close();
        }
        client.shutdownNow();
        hub.close();
    }

    private TestingStream stream(String query) throws Exception {
        return stream(query, "");
    }

    private TestingStream stream(String query, String lastId) throws Exception {
        TestingStream stream = TestingStream.open(client, hub, query, lastId);
        assertThat(stream.response().statusCode()).isEqualTo(200);
        open.add(stream);
        return stream;
    }

    private void post(String batch) {
        HttpResponse<String> answer = hub.post("demo", batch);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private void change(String name, long version) {
        post(delta(SESSION, ++sequence, "default", name, version));
    }

    private void delete(String name, long version) {
        post("""
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"delete","Namespace":"default","Name":"%s","ResourceVersion":"%d"}]}\
                """.formatted(SESSION, ++sequence, version, name, version));
    }

    /// Adds or changes a pod that has its own status.
    private void podWith(String name, long version, Instant created, String status) {
        post("""
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"update","Namespace":"default","Name":"%s","Object":{"metadata":{\
                "name":"%s","namespace":"default","uid":"0b4f2f5e-0000-4000-8000-000000009999","resourceVersion":"%d",\
                "creationTimestamp":"%s"},"spec":{},"status":%s}}]}\
                """.formatted(SESSION, ++sequence, version, name, name, version, created, status));
    }

    @Test
    void rowsAppearUpdateAndDisappear() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo");
        assertThat(stream.response().headers().firstValue("Content-Type")).hasValue("text/event-stream");
        JsonNode columns = stream.await("columns");
        assertThat(columns.path("kind").asText()).isEqualTo("Pod");
        assertThat(columns.at("/columns/4/format").asText()).isEqualTo("age");
        JsonNode first = stream.await("rows");
        assertThat(first.path("reset").asBoolean()).isTrue();
        assertThat(first.path("state").asText()).isEqualTo("fresh");
        assertThat(first.path("total").asInt()).isEqualTo(3);
        assertThat(stream.rows()).hasSize(3);
        change("new", 50_010);
        stream.awaitRows(rows -> rows.containsKey("demo/default/new"));
        assertThat(stream.row("demo/default/new").path("version").asText()).isEqualTo("50010");
        change("new", 50_020);
        stream.awaitRows(
                _ -> stream.row("demo/default/new").path("version").asText().equals("50020"));
        delete("new", 50_030);
        stream.awaitRows(rows -> !rows.containsKey("demo/default/new"));
        assertThat(stream.rows()).hasSize(3);
    }

    @Test
    void reconnectingReaderReceivesOnlyWhatItMissed() throws Exception {
        TestingStream before = stream("rows=pods&cluster=demo");
        before.await("rows");
        change("a", 50_010);
        before.awaitRows(rows -> rows.containsKey("demo/default/a"));
        String id = before.lastId();
        before.close();
        change("b", 50_020);
        delete("a", 50_030);
        TestingStream after = stream("rows=pods&cluster=demo", id);
        JsonNode rows = after.await("rows");
        assertThat(rows.path("reset").asBoolean()).isFalse();
        assertThat(rows.path("rows")).hasSize(1);
        assertThat(rows.at("/rows/0/name").asText()).isEqualTo("b");
        assertThat(rows.at("/removed/0/name").asText()).isEqualTo("a");
    }

    @Test
    void readerThatReconnectsTooLateStartsOver() throws Exception {
        TestingStream before = stream("rows=pods&cluster=demo");
        before.await("rows");
        String id = before.lastId();
        before.close();
        hub.putClockForward(Duration.ofMinutes(2));
        change("a", 50_010);
        hub.putClockForward(Duration.ofMinutes(10));
        change("b", 50_020); // which evicts the previous one
        TestingStream after = stream("rows=pods&cluster=demo", id);
        JsonNode rows = after.await("rows");
        assertThat(rows.path("reset").asBoolean()).isTrue();
        assertThat(after.rows()).hasSize(5);
    }

    @Test
    void readerResumesAfterAHubRestartButStartsOverWithAnotherCluster() throws Exception {
        TestingStream before = stream("rows=pods&cluster=demo");
        before.await("rows");
        String id = before.lastId();
        before.close();
        hub.close();
        hub = TestingHub.start();
        TestingStream waiting = stream("rows=pods&cluster=demo");
        assertThat(waiting.await("unavailable").path("state").asText()).isEqualTo("disconnected");
        post(full(SESSION, 3));
        assertThat(waiting.await("rows").path("reset").asBoolean()).isTrue();
        TestingStream after = stream("rows=pods&cluster=demo", id);
        JsonNode same = after.await("rows");
        assertThat(same.path("reset").asBoolean()).isFalse();
        assertThat(same.path("rows")).isEmpty();
        hub.close();
        hub = TestingHub.start();
        post(full(SESSION, 3).replace("\"u1\"", "\"u2\""));
        TestingStream other = stream("rows=pods&cluster=demo", id);
        assertThat(other.await("rows").path("reset").asBoolean()).isTrue();
    }

    @Test
    void problemStreamSendsProblemsThatAppearAndDisappear() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo&problems=true");
        assertThat(stream.await("rows").path("rows")).isEmpty();
        podWith("bad", 50_010, Instant.now(), "{\"phase\":\"Failed\",\"reason\":\"Evicted\"}");
        stream.awaitRows(rows -> rows.containsKey("demo/default/bad"));
        assertThat(stream.row("demo/default/bad").at("/problem/reason").asText())
                .isEqualTo("Evicted");
        podWith("bad", 50_020, Instant.now(), "{\"phase\":\"Running\"}");
        stream.awaitRows(rows -> !rows.containsKey("demo/default/bad"));
    }

    @Test
    void problemThatArisesWithTimeIsSentWithoutAChange() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo");
        stream.await("rows");
        podWith("slow", 50_010, Instant.now(), "{\"phase\":\"Pending\"}");
        stream.awaitRows(rows -> rows.containsKey("demo/default/slow"));
        assertThat(stream.row("demo/default/slow").has("problem")).isFalse();
        hub.putClockForward(Duration.ofMinutes(3));
        stream.awaitRows(_ -> stream.row("demo/default/slow").has("problem"));
        assertThat(stream.row("demo/default/slow").at("/problem/reason").asText())
                .isEqualTo("Pending");
    }

    @Test
    void streamCanIncludeTheCompleteObject() throws Exception {
        TestingStream stream = stream("rows=pod&cluster=demo&namespace=default&name=pod-00000&object=true");
        stream.await("rows");
        assertThat(stream.rows()).containsOnlyKeys("demo/default/pod-00000");
        assertThat(stream.row("demo/default/pod-00000")
                        .at("/object/spec/nodeName")
                        .asText())
                .isEqualTo("node-1");
        change("pod-00000", 50_010);
        stream.awaitRows(_ ->
                stream.row("demo/default/pod-00000").path("version").asText().equals("50010"));
    }

    @Test
    void rowThatStopsMatchingTheSelectorIsRemoved() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo&labelSelector=app%3Da");
        stream.await("rows");
        change("a", 50_010);
        stream.awaitRows(rows -> rows.containsKey("demo/default/a"));
        podWith("a", 50_020, Instant.now(), "{\"phase\":\"Running\"}"); // without labels
        stream.awaitRows(Map::isEmpty);
    }

    @Test
    void clustersAndTheirRemovalAreSent() throws Exception {
        TestingStream stream = stream("clusters=true");
        JsonNode demo = stream.await(event -> event.name().equals("cluster")
                        && event.data().at("/cluster/id").asText().equals("demo"))
                .data()
                .path("cluster");
        assertThat(demo.path("state").asText()).isEqualTo("fresh");
        assertThat(demo.path("kubernetes").asText()).isEqualTo("v1.36.3");
        assertThat(demo.path("latency")).hasSize(60);
        podWith("bad", 50_010, Instant.now(), "{\"phase\":\"Failed\"}");
        stream.await(event -> event.data().at("/cluster/problems/error").asInt() == 1);
        assertThat(cluster().activation().streams())
                .as("does not count as activity")
                .isZero();
    }

    @Test
    void revisionOfAClusterChangesOnlyWithItsObjects() throws Exception {
        JsonNode before = ofDemo(stream("clusters=true"), _ -> true);
        JsonNode same = ofDemo(stream("clusters=true"), _ -> true);
        assertThat(same.path("revision").asText())
                .isNotEmpty()
                .isEqualTo(before.path("revision").asText());
        podWith("new", 50_010, Instant.now(), "{\"phase\":\"Running\"}");
        JsonNode after = ofDemo(
                stream("clusters=true"),
                demo -> demo.path("objects").asInt() > before.path("objects").asInt());
        assertThat(after.path("revision").asText())
                .isNotEqualTo(same.path("revision").asText());
        assertThat(after.at("/traffic/batches").asLong()).isPositive();
    }

    private static JsonNode ofDemo(TestingStream stream, Predicate<JsonNode> wanted) throws Exception {
        return stream.await(event -> event.name().equals("cluster")
                        && event.data().at("/cluster/id").asText().equals("demo")
                        && wanted.test(event.data().path("cluster")))
                .data()
                .path("cluster");
    }

    @Test
    void openStreamIsActivityUntilItIsClosed() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo");
        stream.await("rows");
        assertThat(cluster().activation().streams()).isEqualTo(1);
        assertThat(hub.get("/metrics").body()).contains("livekube_hub_live_streams 1");
        stream.close();
        await().until(() -> cluster().activation().streams() == 0);
        await().until(() -> hub.get("/metrics").body().contains("livekube_hub_live_closed_total{reason=\"reader\"} 1"));
    }

    private Cluster cluster() {
        return hub.hub().clusters().find("demo").orElseThrow();
    }

    @Test
    void stoppingTheHubEndsStreamsNormally() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo");
        stream.await("rows");
        hub.close();
        assertThat(stream.next().name()).as("the end, not a broken connection").isEmpty();
        hub = TestingHub.start();
    }

    @Test
    void changesFasterThanTheStreamAreConflated() throws Exception {
        TestingStream stream = stream("rows=pods&cluster=demo");
        stream.await("rows");
        for (int i = 1; i <= 50; i++) {
            change("busy", 50_000 + i);
        }
        int messages = 0;
        while (!stream.rows().containsKey("demo/default/busy")
                || !stream.row("demo/default/busy").path("version").asText().equals("50050")) {
            stream.await("rows");
            messages++;
        }
        assertThat(messages).isLessThanOrEqualTo(50);
    }

    @Test
    void invalidStreamsAreRejectedWithOneSentence() {
        assertRefused("", 400, "Nothing to stream");
        assertRefused("rows=podz", 404, "did you mean pods");
        assertRefused(
                "rows=pods&cluster=nowhere",
                404,
                "Cluster nowhere not found. GET /api/v1/clusters lists all clusters.");
        assertRefused("rows=pods&cursor=AAAA", 400, "Invalid cursor.");
        assertRefused("rows=pods&labelSelector=%21%21", 400, "unable to parse requirement");
        assertRefused("rows=pods&problems=maybe", 400, "Parameter 'problems' must be 'true' or 'false'.");
        assertRefused("rows=nodes&namespace=default", 400, "cluster-scoped");
    }

    private void assertRefused(String query, int status, String sentence) {
        HttpResponse<String> answer = hub.get("/api/v1/stream?" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(sentence);
    }

    @Test
    void eventsAboutAnObjectAreSentWithIt() throws Exception {
        post("""
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"parts","Parts":[\
                {"Part":"Kind","Kind":"Event","Resource":"v1/events","Namespaced":true},\
                {"Part":"Begin","Kind":"Event","ResourceVersion":"50001","Buckets":"all"},\
                {"Part":"Chunk","Kind":"Event","Objects":[%s,%s]},\
                {"Part":"End","Kind":"Event","ResourceVersion":"50001","Objects":2}]}\
                """.formatted(SESSION, ++sequence, event("mine", "pod-00000", 50_001), event("not", "pod-00002", 50_000)));
        TestingStream stream = stream("rows=pods&cluster=demo&namespace=default&name=pod-00000&events=true");
        stream.awaitRows(rows -> rows.containsKey("demo/default/mine"));
        assertThat(stream.rows()).containsOnlyKeys("demo/default/mine");
        post("""
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Event":"50010"},"Deltas":[\
                {"Kind":"Event","Operation":"add","Namespace":"default","Name":"later","Object":%s}]}\
                """.formatted(SESSION, ++sequence, event("later", "pod-00000", 50_010)));
        stream.awaitRows(rows -> rows.containsKey("demo/default/later"));
        assertThat(stream.rows()).doesNotContainKey("demo/default/not");
        HttpResponse<String> refused = hub.get("/api/v1/stream?rows=pods&events=true");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("Events require a single object");
    }

    private static String event(String name, String about, long version) {
        return """
                {"metadata":{"name":"%s","namespace":"default","uid":"0b4f2f5e-0000-4000-8000-%012x",\
                "resourceVersion":"%d"},"involvedObject":{"kind":"Pod","namespace":"default","name":"%s"},\
                "type":"Warning","reason":"BackOff","message":"again"}\
                """.formatted(name, version, version, about);
    }
}
