package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.livekube.hub.TestingHub;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Watches over HTTP, as seen by clients of the Kubernetes API.
@Timeout(60)
class WatchTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TestingHub hub = TestingHub.start();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Watch> open = new ArrayList<>();
    private long sequence = 1;

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() throws IOException {
        for (Watch watch : open) {
            watch.lines.close();
        }
        client.shutdownNow();
        hub.close();
    }

    /// A watch, read line by line.
    private record Watch(HttpResponse<InputStream> response, BufferedReader lines) {
        /// The next event; a missing node at the end.
        JsonNode next() throws IOException {
            String line = lines.readLine();
            return line == null ? MissingNode.getInstance() : JSON.readTree(line);
        }

        String event() throws IOException {
            JsonNode next = next();
            return next.isMissingNode()
                    ? "end"
                    : next.path("type").asText() + " "
                            + next.at("/object/metadata/name").asText("") + "@"
                            + next.at("/object/metadata/resourceVersion").asText("");
        }
    }

    private Watch watch(String query) throws Exception {
        return watch(query, "application/json");
    }

    private Watch watch(String query, String accept) throws Exception {
        HttpResponse<InputStream> response = client.send(
                hub.request(PODS + "?watch=true" + query)
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        var watch =
                new Watch(response, new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
        open.add(watch);
        return watch;
    }

    private void change(String name, long version) {
        HttpResponse<String> answer = hub.post("demo", delta(SESSION, ++sequence, "default", name, version));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private void delete(String name, long version) {
        HttpResponse<String> answer = hub.post("demo", """
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"delete","Namespace":"default","Name":"%s","ResourceVersion":"%d"}]}\
                """.formatted(SESSION, ++sequence, version, name, version));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void clientThatListedReceivesLaterEvents() throws Exception {
        Watch watch = watch("&resourceVersion=50000");
        assertThat(watch.response().statusCode()).isEqualTo(200);
        change("new", 50_010);
        change("new", 50_020);
        delete("new", 50_030);
        assertThat(watch.event()).isEqualTo("ADDED new@50010");
        assertThat(watch.event()).isEqualTo("MODIFIED new@50020");
        assertThat(watch.event()).as("with the version of its deletion").isEqualTo("DELETED new@50030");
    }

    @Test
    void reconnectingClientReceivesWhatItMissed() throws Exception {
        change("a", 50_010);
        change("b", 50_020);
        Watch watch = watch("&resourceVersion=50010");
        assertThat(watch.event()).isEqualTo("ADDED b@50020");
    }

    @Test
    void watchWithoutAVersionStartsWithTheExistingObjects() throws Exception {
        Watch watch = watch("");
        List<String> initial = List.of(watch.event(), watch.event(), watch.event());
        assertThat(initial).allMatch(event -> event.startsWith("ADDED pod-0000"));
        change("new", 50_010);
        assertThat(watch.event()).isEqualTo("ADDED new@50010");
    }

    @Test
    void initialEventsEndWithAnAnnotatedBookmark() throws Exception {
        Watch watch = watch("&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");
        for (int i = 0; i < 3; i++) {
            assertThat(watch.event()).startsWith("ADDED");
        }
        JsonNode end = watch.next();
        assertThat(end.path("type").asText()).isEqualTo("BOOKMARK");
        assertThat(end.at("/object/kind").asText()).isEqualTo("Pod");
        assertThat(end.at("/object/metadata/resourceVersion").asText()).isEqualTo("50000");
        assertThat(end.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                        .asText())
                .isEqualTo("true");
    }

    @Test
    void bookmarksHaveTheRequestedRepresentation() throws Exception {
        String initial = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
        Watch partial = watch(initial, "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
        Watch table = watch(initial, "application/json;as=Table;v=v1;g=meta.k8s.io");
        for (int i = 0; i < 3; i++) {
            assertThat(partial.next().at("/object/kind").asText()).isEqualTo("PartialObjectMetadata");
            assertThat(table.next().at("/object/rows/0/cells")).isNotEmpty();
        }
        JsonNode partialEnd = partial.next();
        assertThat(partialEnd.path("type").asText()).isEqualTo("BOOKMARK");
        assertThat(partialEnd.at("/object/kind").asText()).isEqualTo("PartialObjectMetadata");
        JsonNode tableEnd = table.next();
        assertThat(tableEnd.path("type").asText()).isEqualTo("BOOKMARK");
        assertThat(tableEnd.at("/object/metadata/resourceVersion").asText()).isEqualTo("50000");
    }

    @Test
    void deletionInATableHasTheVersionOfTheDeletion() throws Exception {
        Watch watch = watch("&resourceVersion=50000", "application/json;as=Table;v=v1;g=meta.k8s.io");
        change("new", 50_010);
        delete("new", 50_030);
        assertThat(watch.next()
                        .at("/object/rows/0/object/metadata/resourceVersion")
                        .asText())
                .isEqualTo("50010");
        assertThat(watch.next()
                        .at("/object/rows/0/object/metadata/resourceVersion")
                        .asText())
                .isEqualTo("50030");
    }

    @Test
    void watchWithoutInitialEventsStartsFromTheCurrentState() throws Exception {
        Watch watch = watch("&sendInitialEvents=false&resourceVersionMatch=NotOlderThan");
        change("new", 50_010);
        assertThat(watch.event()).isEqualTo("ADDED new@50010");
    }

    @Test
    void bookmarkIsSentBeforeTheEnd() throws Exception {
        Watch watch = watch("&resourceVersion=50000&allowWatchBookmarks=true&timeoutSeconds=1");
        assertThat(watch.event()).isEqualTo("BOOKMARK @50000");
        assertThat(watch.event()).isEqualTo("end");
    }

    @Test
    void tooOldVersionIsReportedAsExpiredWithinTheStream() throws Exception {
        Watch watch = watch("&resourceVersion=7");
        JsonNode error = watch.next();
        assertThat(error.path("type").asText()).isEqualTo("ERROR");
        assertThat(error.at("/object/code").asInt()).isEqualTo(410);
        assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
        assertThat(watch.event()).isEqualTo("end");
    }

    @Test
    void futureVersionIsAwaitedAndThenTooLarge() throws Exception {
        assertThat(watch("&resourceVersion=99999999").response().statusCode()).isEqualTo(504);
    }

    @Test
    void onlySelectedObjectsAreSentAndThoseThatStopMatchingAreDeleted() throws Exception {
        Watch watch = watch("&resourceVersion=50000&labelSelector=app%3Dblue");
        change("other", 50_010);
        relabel("x", "blue", 50_020);
        relabel("x", "green", 50_030);
        assertThat(watch.event()).isEqualTo("ADDED x@50020");
        JsonNode gone = watch.next();
        assertThat(gone.path("type").asText()).isEqualTo("DELETED");
        assertThat(gone.at("/object/metadata/labels/app").asText())
                .as("its last matching state")
                .isEqualTo("blue");
        assertThat(gone.at("/object/metadata/resourceVersion").asText()).isEqualTo("50030");
    }

    private void relabel(String name, String app, long version) {
        String object = pod("default", name, version).replace("\"app\":\"" + name + "\"", "\"app\":\"" + app + "\"");
        HttpResponse<String> answer = hub.post("demo", """
                {"SessionId":"%s","SequenceNumber":%d,"SyncType":"delta","Versions":{"Pod":"%d"},\
                "Deltas":[{"Kind":"Pod","Operation":"update","Namespace":"default","Name":"%s","Object":%s}]}\
                """.formatted(SESSION, ++sequence, version, name, object));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void watchEndsAtItsTimeout() throws Exception {
        Watch watch = watch("&resourceVersion=50000&timeoutSeconds=1");
        assertThat(watch.event()).isEqualTo("end");
    }

    @Test
    void snapshotOfAReconnectingAgentDoesNotEndWatches() throws Exception {
        Watch watch = watch("&resourceVersion=50000");
        assertThat(hub.post("demo", full("8f14e45fceea167a-2", 2).replace("\"50000\"", "\"50100\""))
                        .statusCode())
                .isEqualTo(200);
        assertThat(watch.event()).as("one pod was deleted unobserved").isEqualTo("DELETED pod-00002@50100");
        assertThat(watch("&resourceVersion=50100").response().statusCode()).isEqualTo(200);
    }

    @Test
    void anotherClusterUnderTheSameNameEndsWatchesEvenIfItsVersionsContinue() throws Exception {
        Watch watch = watch("&resourceVersion=50000");
        String other =
                full("8f14e45fceea167a-2", 3).replace("\"50000\"", "\"50100\"").replace("\"u1\"", "\"u2\"");
        assertThat(hub.post("demo", other).statusCode()).isEqualTo(200);
        assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
        assertThat(watch("&resourceVersion=50000").next().at("/object/code").asInt())
                .as("nor can a client resume it")
                .isEqualTo(410);
        assertThat(watch("&resourceVersion=50100").response().statusCode()).isEqualTo(200);
    }

    @Test
    void anotherHistoryUnderTheSameNameEndsWatches() throws Exception {
        Watch watch = watch("&resourceVersion=50000");
        assertThat(hub.post("demo", full("8f14e45fceea167a-2", 3).replace("\"50000\"", "\"40\""))
                        .statusCode())
                .isEqualTo(200);
        JsonNode error = watch.next();
        assertThat(error.at("/object/code").asInt()).isEqualTo(410);
    }

    @Test
    void watchOverWebSocketIsRejectedSoThatClientsFallBackToHttp() {
        var asked = client.newWebSocketBuilder()
                .buildAsync(
                        URI.create(hub.request(PODS + "?watch=true")
                                .build()
                                .uri()
                                .toString()
                                .replace("http:", "ws:")),
                        new WebSocket.Listener() {});
        assertThat(asked)
                .failsWithin(Duration.ofSeconds(40))
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(503));
    }

    @Test
    void openWatchIsActivityAndAClosedOneIsNot() throws Exception {
        Watch watch = watch("&resourceVersion=50000");
        var activation = hub.hub().clusters().find("demo").orElseThrow().activation();
        assertThat(activation.streams()).isEqualTo(1);
        watch.lines().close();
        await().until(() -> activation.streams() == 0);
    }

    @Test
    void invalidParametersAreRejected() throws Exception {
        assertThat(watch("&resourceVersion=abc").response().statusCode()).isEqualTo(400);
        assertThat(watch("&timeoutSeconds=-1").response().statusCode()).isEqualTo(400);
        assertThat(watch("&sendInitialEvents=true").response().statusCode()).isEqualTo(422);
        assertThat(watch("&resourceVersionMatch=Exact&resourceVersion=50000")
                        .response()
                        .statusCode())
                .isEqualTo(422);
    }
}
