package io.livekube.hub.rest;

import static io.livekube.hub.TestingBatches.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.hub.TestingBatches;
import io.livekube.hub.TestingHub;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Searches over a real socket while agents push.
@Timeout(60)
class SearchEndpointTest {
    @AutoClose
    private final TestingHub hub = TestingHub.start();

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    private HttpResponse<String> get(String query, String more) {
        return hub.get("/api/v1/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8) + more);
    }

    /// The response, once the hub has indexed everything it holds.
    private JsonNode search(String query, String more) {
        while (true) {
            HttpResponse<String> answer = get(query, more);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode found = json(answer);
            if (found.path("exact").asBoolean()) {
                return found;
            }
            Thread.onSpinWait();
        }
    }

    private List<String> names(String query) {
        List<String> names = new ArrayList<>();
        search(query, "")
                .path("hits")
                .forEach(hit -> names.add(
                        hit.path("cluster").asText() + "/" + hit.path("name").asText()));
        return names;
    }

    private JsonNode cluster(JsonNode answer, String id) {
        for (JsonNode cluster : answer.path("clusters")) {
            if (cluster.path("cluster").asText().equals(id)) {
                return cluster;
            }
        }
        throw new AssertionError(id + " is missing in " + answer);
    }

    private void post(String cluster, String batch) {
        HttpResponse<String> answer = hub.post(cluster, batch);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private void full(String cluster) {
        post(cluster, TestingBatches.full(SESSION, 10));
    }

    private void delta(long sequence, String name) {
        post("demo", TestingBatches.delta(SESSION, sequence, "default", name, 60_000 + sequence));
    }

    @Test
    void hitDescribesTheObjectAndWhereItMatched() {
        full("demo");
        JsonNode found = search("kind:pod ns:default pod-00004", "");

        assertThat(found.path("total").asInt()).isEqualTo(1);
        assertThat(found.path("took").path("ms").isNumber()).isTrue();
        JsonNode hit = found.path("hits").get(0);
        assertThat(hit.path("cluster").asText()).isEqualTo("demo");
        assertThat(hit.path("resource").asText()).isEqualTo("pods");
        assertThat(hit.path("kind").asText()).isEqualTo("Pod");
        assertThat(hit.path("namespace").asText()).isEqualTo("default");
        assertThat(hit.path("name").asText()).isEqualTo("pod-00004");
        assertThat(hit.path("status").asText()).isEqualTo("Running");
        assertThat(hit.path("problem").isMissingNode()).isTrue();
        assertThat(hit.path("matched").toString()).isEqualTo("[\"name\",\"namespace\",\"label\",\"kind\"]");
        assertThat(hit.path("score").asInt()).isPositive();
        JsonNode demo = cluster(found, "demo");
        assertThat(demo.path("state").asText()).isEqualTo("fresh");
        assertThat(demo.path("objects").asInt()).isEqualTo(11);
        assertThat(search("node-1 kind:node", "").path("hits").get(0).has("namespace"))
                .isFalse();
    }

    @Test
    void changesDeletionsAndRemovedClustersAreReflectedInTheNextSearch() {
        full("demo");
        full("other");
        assertThat(names("name:pod-00004")).containsExactly("demo/pod-00004", "other/pod-00004");
        delta(2, "late");
        assertThat(names("late")).containsExactly("demo/late");
        post("demo", """
                {"SessionId":"%s","SequenceNumber":3,"SyncType":"delta","Versions":{"Pod":"60010"},\
                "Deltas":[{"Kind":"Pod","Operation":"delete","Namespace":"default","Name":"late","ResourceVersion":"60010"}]}\
                """.formatted(SESSION));
        assertThat(names("late")).isEmpty();
        post("demo", TestingBatches.full("8f14e45fceea167a-2", 2));
        assertThat(names("name:pod-00004")).containsExactly("other/pod-00004");

        assertThat(hub.send(hub.request("/api/v1/clusters/other").DELETE()).statusCode())
                .isLessThan(300);
        assertThat(names("name:pod-00004")).isEmpty();
    }

    @Test
    void limitAndClustersNarrowTheSearch() {
        full("demo");
        full("other");
        JsonNode narrow = search("pod", "&limit=3&cluster=oth*");

        assertThat(narrow.path("hits").size()).isEqualTo(3);
        assertThat(narrow.path("total").asInt()).isEqualTo(10);
        assertThat(narrow.path("hits").get(0).path("cluster").asText()).isEqualTo("other");
        assertThat(narrow.path("clusters").size()).isEqualTo(1);
        assertThat(search("pod", "&cluster=demo&cluster=other").path("total").asInt())
                .isEqualTo(20);
        assertThat(search("pod cluster:demo", "").path("total").asInt()).isEqualTo(10);
    }

    @Test
    void staleStatesAreFoundAndMarkedAndMissingClustersListed() {
        full("demo");
        hub.putClockForward(Duration.ofMinutes(2));
        JsonNode found = search("pod-00004", "");

        assertThat(found.path("total").asInt()).isEqualTo(1);
        assertThat(cluster(found, "demo").path("state").asText()).isEqualTo("stale");
        assertThat(cluster(found, "other").path("state").asText()).isEqualTo("disconnected");
        assertThat(cluster(found, "other").path("objects").asInt()).isZero();
    }

    @Test
    void hitOfAKindThatIsOffIsMarked() {
        full("demo");
        assertThat(search("kind:pod pod-00004", "").path("hits").get(0).has("state"))
                .isFalse();
        HttpResponse<String> set = hub.send(hub.request("/api/v1/clusters/demo/sync")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"resourceTypes\":[\"nodes\"]}")));
        assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
        assertThat(search("kind:pod pod-00004", "")
                        .path("hits")
                        .get(0)
                        .path("state")
                        .asText())
                .isEqualTo("off");
        assertThat(search("kind:node node-1", "").path("hits").get(0).has("state"))
                .isFalse();
    }

    @Test
    void searchTurnsNoClusterOn() {
        try (TestingHub auto = TestingHub.startInAuto()) {
            assertThat(auto.hub().clusters().register("demo")).isPresent();
            HttpResponse<String> found = auto.get("/api/v1/search?q=web");

            assertThat(cluster(json(found), "demo").path("state").asText()).isEqualTo("off");
            assertThat(auto.hub()
                            .clusters()
                            .find("demo")
                            .orElseThrow()
                            .activation()
                            .on())
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                    | query is empty",
                "q=kinds:pod           | Unknown field 'kinds'",
                "q=%22open             | Unclosed quote (position 1)",
                "q=web&limit=0         | from 1 to 200",
                "q=web&limit=201       | from 1 to 200",
                "q=web&limit=x         | from 1 to 200",
                "q=web&cluster=%22     | cluster:",
                "q=%00                 | control character",
            })
    void invalidQueryIsRejectedWithOneSentence(String query, String said) {
        HttpResponse<String> answer = hub.get("/api/v1/search?" + query);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(json(answer).path("error").asText()).contains(said).endsWith(".");
    }

    @Test
    void otherMethodsAreNotAllowed() {
        HttpResponse<String> answer =
                hub.send(hub.request("/api/v1/search?q=x").POST(HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(405);
    }
}
