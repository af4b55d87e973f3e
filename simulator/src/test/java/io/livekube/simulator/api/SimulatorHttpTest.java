package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatorHttpTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults()
            .withBookmarkInterval(Duration.ofMillis(100))
            .withTooLargeVersionWait(Duration.ZERO));
    private final TestClient client = new TestClient(simulator);

    @AfterEach
    void stop() {
        simulator.close();
        client.close();
    }

    @Test
    void pagesShowOneVersionAndExpireWithAWayToGoOn() {
        List.of("a", "b", "c", "d", "e").forEach(name -> client.configMap(name, "x"));
        JsonNode first = client.get(MAPS + "?limit=2").body();
        String token = first.at("/metadata/continue").asText();
        assertThat(first.at("/metadata/remainingItemCount").asInt()).isEqualTo(3);
        client.delete(MAPS + "/d");

        assertThat(names(client.get(MAPS + "?limit=2&continue=" + token).body()))
                .containsExactly("c", "d");

        simulator.compact();
        TestClient.Answer expired = client.get(MAPS + "?limit=2&continue=" + token);
        assertThat(expired.code()).isEqualTo(410);
        assertThat(expired.body().path("reason").asText()).isEqualTo("Expired");
        String inconsistent = expired.body().at("/metadata/continue").asText();
        assertThat(names(client.get(MAPS + "?limit=2&continue=" + inconsistent).body()))
                .containsExactly("c", "e");
    }

    @Test
    void goingOnAtVersionZeroGivesAllThatIsLeft() {
        List.of("a", "b", "c", "d", "e").forEach(name -> client.configMap(name, "x"));
        String token =
                client.get(MAPS + "?limit=1").body().at("/metadata/continue").asText();

        JsonNode rest = client.get(MAPS + "?limit=2&resourceVersion=0&continue=" + token)
                .body();

        assertThat(names(rest)).containsExactly("b", "c", "d", "e");
        assertThat(rest.at("/metadata").has("continue")).isFalse();
    }

    @Test
    void anEmptyAcceptIsNoneAndAnOpenSubtypeIsNotAcceptable() {
        assertThat(client.get(MAPS, "Accept", "").code()).isEqualTo(200);
        assertThat(client.get(MAPS, "Accept", "application/*").code()).isEqualTo(406);
    }

    @Test
    void aWatchSeesObjectsEnterAndLeaveItsSelection() throws IOException {
        client.configMap("a", "x");
        long start = simulator.store().revision();
        try (BufferedReader watch = client.open(MAPS + "?watch=1&labelSelector=l%3Dy&resourceVersion=" + start)) {
            client.patch(MAPS + "/a", "{\"metadata\":{\"labels\":{\"l\":\"y\"}}}");
            client.patch(MAPS + "/a", "{\"data\":{\"k\":\"v\"}}");
            client.patch(MAPS + "/a", "{\"metadata\":{\"labels\":{\"l\":\"z\"}}}");
            JsonNode added = next(watch);
            JsonNode modified = next(watch);
            JsonNode deleted = next(watch);

            assertThat(List.of(type(added), type(modified), type(deleted)))
                    .containsExactly("ADDED", "MODIFIED", "DELETED");
            assertThat(deleted.at("/object/metadata/labels/l").asText()).isEqualTo("y");
            assertThat(deleted.at("/object/metadata/resourceVersion").asText())
                    .isEqualTo(Long.toString(simulator.store().revision()));
        }
    }

    @Test
    void initialEventsEndWithABookmarkAndBookmarksGoOn() throws IOException {
        client.configMap("a", "x");
        try (BufferedReader watch = client.open(
                MAPS + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")) {
            assertThat(type(next(watch))).isEqualTo("ADDED");
            JsonNode end = next(watch);
            assertThat(type(end)).isEqualTo("BOOKMARK");
            assertThat(end.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                            .asText())
                    .isEqualTo("true");
            client.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");
            String current = Long.toString(simulator.store().revision());
            JsonNode bookmark;
            do {
                bookmark = next(watch);
                assertThat(type(bookmark)).isEqualTo("BOOKMARK");
            } while (!bookmark.at("/object/metadata/resourceVersion").asText().equals(current));
        }
    }

    @Test
    void aWatchFromACompactedVersionGetsGoneInTheStream() {
        long old = simulator.store().revision();
        client.configMap("a", "x");
        simulator.compact();

        List<JsonNode> events = client.events(MAPS + "?watch=1&resourceVersion=" + old);
        assertThat(events).hasSize(1);
        assertThat(type(events.getFirst())).isEqualTo("ERROR");
        assertThat(events.getFirst().at("/object/code").asInt()).isEqualTo(410);
    }

    @Test
    void aSlowWatcherDelaysNoOneAndGetsGone() throws IOException {
        client.configMap("a", "x");
        long start = simulator.store().revision();
        var type = BuiltInTypes.CONFIG_MAP;
        try (BufferedReader watch = client.open(MAPS + "?watch=1&resourceVersion=" + start)) {
            String filler = "x".repeat(100_000);
            for (int i = 0; i < 400; i++) {
                var object = simulator
                        .store()
                        .get(type, "default", "a")
                        .orElseThrow()
                        .toTree();
                object.withObject("/data").put("k", filler + i);
                simulator.store().update(type, object);
            }
            simulator.compact();
            String last = "";
            for (String line = watch.readLine(); line != null; line = watch.readLine()) {
                last = line;
            }
            assertThat(type(TestClient.parse(last))).isEqualTo("ERROR");
            assertThat(TestClient.parse(last).at("/object/code").asInt()).isEqualTo(410);
        }
    }

    @Test
    void aTableWatchSendsItsColumnsOnce() {
        client.configMap("a", "x");
        client.configMap("b", "x");
        List<JsonNode> events = client.events(MAPS + "?watch=1&timeoutSeconds=3", "Accept", TABLE);
        assertThat(events.get(0).at("/object/columnDefinitions")).hasSize(3);
        assertThat(events.get(1).at("/object/columnDefinitions").isNull()).isTrue();
        assertThat(events.get(1).at("/object/rows/0/cells/0").asText()).isEqualTo("b");
    }

    @Test
    void aDefinitionServesItsResourceUntilItIsDeleted() {
        String widgets = "/apis/example.com/v1/namespaces/default/widgets";
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        client.post(definitions, """
                {"metadata": {"name": "widgets.example.com"}, "spec": {
                  "group": "example.com", "scope": "Namespaced", "names": {"plural": "widgets", "kind": "Widget"},
                  "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                    "selectableFields": [{"jsonPath": ".spec.color"}],
                    "additionalPrinterColumns": [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}]}]}}""");
        JsonNode definition = client.get(definitions + "/widgets.example.com").body();
        assertThat(definition.at("/status/conditions/1/type").asText()).isEqualTo("Established");
        assertThat(definition.at("/status/acceptedNames/singular").asText()).isEqualTo("widget");

        client.post(widgets, """
                {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"},
                 "spec": {"size": 3, "color": "red"}, "status": {"phase": "X"}}""");
        JsonNode created = client.get(widgets + "/w").body();
        assertThat(created.has("status")).isFalse();
        client.patch(widgets + "/w/status", "{\"spec\":{\"size\":9},\"status\":{\"phase\":\"Ready\"}}");
        JsonNode updated = client.get(widgets + "/w").body();
        assertThat(updated.at("/spec/size").asInt()).isEqualTo(3);
        assertThat(updated.at("/status/phase").asText()).isEqualTo("Ready");
        assertThat(updated.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(client.get(widgets, "Accept", TABLE)
                        .body()
                        .at("/rows/0/cells/1")
                        .asInt())
                .isEqualTo(3);
        assertThat(names(client.get(widgets + "?fieldSelector=spec.color%3Dred").body()))
                .containsExactly("w");
        assertThat(names(
                        client.get(widgets + "?fieldSelector=spec.color%3Dblue").body()))
                .isEmpty();

        client.delete(definitions + "/widgets.example.com");
        assertThat(simulator.catalog().find("example.com", "v1", "widgets")).isEmpty();
        assertThat(simulator.catalog().groups()).doesNotContain("example.com");
    }

    @Test
    void largeListsAreCompressedOnRequestAndOnlyThose() throws IOException {
        client.configMap("small", "x");
        try (InputStream small = client.stream(MAPS, "Accept-Encoding", "gzip")) {
            assertThat(new String(small.readAllBytes(), StandardCharsets.UTF_8)).startsWith("{\"kind\":");
        }
        for (int i = 0; i < 3; i++) {
            client.post(MAPS, """
                    {"metadata": {"name": "big-%d"}, "data": {"k": "%s"}}""".formatted(i, "x".repeat(60_000)));
        }
        try (InputStream large = new GZIPInputStream(client.stream(MAPS, "Accept-Encoding", "gzip"))) {
            JsonNode list = TestClient.parse(new String(large.readAllBytes(), StandardCharsets.UTF_8));
            assertThat(list.path("items")).hasSize(4);
        }
    }

    @Test
    void aVersionFromTheFutureTimesOutWithItsCause() {
        TestClient.Answer answer = client.get(MAPS + "?resourceVersion=999999");
        assertThat(answer.code()).isEqualTo(504);
        assertThat(answer.body().at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
    }

    @Test
    void anUpdateThatChangesNothingKeepsTheVersion() {
        JsonNode created = client.configMap("a", "x").body();
        JsonNode replaced = client.put(MAPS + "/a", created.toString()).body();
        assertThat(replaced).isEqualTo(created);
    }

    @Test
    void requestsAreCountedByVerbAndResource() {
        client.configMap("a", "x");
        client.get(MAPS);
        client.get(MAPS);
        client.get(MAPS + "/a");
        assertThat(simulator.requests().of("create", "configmaps")).isEqualTo(1);
        assertThat(simulator.requests().of("list", "configmaps")).isEqualTo(2);
        assertThat(simulator.requests().of("get", "configmaps")).isEqualTo(1);
        assertThat(simulator.requests().total()).isEqualTo(4);
    }

    @Test
    void onlyTheRightTokenIsAccepted() {
        try (Simulator guarded = Simulator.start(SimulatorConfig.defaults().withToken("secret"));
                TestClient guest = new TestClient(guarded)) {
            assertThat(guest.get(MAPS).code()).isEqualTo(401);
            assertThat(guest.get(MAPS, "Authorization", "Bearer wrong").code()).isEqualTo(401);
            assertThat(guest.get(MAPS, "Authorization", "Bearer secret").code()).isEqualTo(200);
            assertThat(guest.get("/version").code()).isEqualTo(200);
            assertThat(guarded.kubeconfig()).contains("secret", guarded.url().toString());
        }
    }

    @Test
    void aPortInUseIsReported() {
        int port = simulator.url().getPort();
        assertThatThrownBy(() -> Simulator.start(SimulatorConfig.defaults().withPort(port)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + port);
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        String body =
                "{\"metadata\":{\"name\":\"big\"},\"data\":{\"k\":\"" + "x".repeat(RequestDispatcher.MAX_BODY) + "\"}}";
        assertThat(client.post(MAPS, body).code()).isEqualTo(413);
    }

    private static JsonNode next(BufferedReader watch) throws IOException {
        String line = watch.readLine();
        assertThat(line).as("the next event").isNotNull();
        return TestClient.parse(line);
    }

    private static String type(JsonNode event) {
        return event.path("type").asText();
    }

    private static List<String> names(JsonNode list) {
        return list.path("items")
                .valueStream()
                .map(item -> item.at("/metadata/name").asText())
                .toList();
    }
}
