package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.livekube.hub.TestingHub;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A stream as read by a browser, which keeps the rows it has received.
final class TestingStream implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;
    private final Map<String, JsonNode> rows = new TreeMap<>();
    private String lastId;

    /// An event.
    record Event(String name, JsonNode data) {}

    private TestingStream(HttpResponse<InputStream> response, String lastId) {
        this.response = response;
        this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        this.lastId = lastId;
    }

    static TestingStream open(HttpClient client, TestingHub hub, String query) throws Exception {
        return open(client, hub, query, "");
    }

    /// @param lastId cursor to resume from; empty to start from the beginning
    static TestingStream open(HttpClient client, TestingHub hub, String query, String lastId) throws Exception {
        HttpRequest.Builder request = hub.request("/api/v1/stream?" + query);
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        return new TestingStream(client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()), lastId);
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    String lastId() {
        return lastId;
    }

    /// Rows by cluster, namespace and name.
    Map<String, JsonNode> rows() {
        return rows;
    }

    /// One of the rows; a missing node if it does not exist.
    JsonNode row(String key) {
        return rows.getOrDefault(key, MissingNode.getInstance());
    }

    /// The next event; an event without a name at the end.
    Event next() throws IOException {
        String name = "";
        String data = "";
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("id: ")) {
                lastId = line.substring("id: ".length());
            } else if (line.startsWith("data: ")) {
                data = line.substring("data: ".length());
            } else if (line.isEmpty() && !data.isEmpty()) {
                var event = new Event(name, JSON.readTree(data));
                apply(event);
                return event;
            }
        }
        return new Event("", JSON.createObjectNode());
    }

    /// Skips to a matching event.
    Event await(Predicate<Event> wanted) throws IOException {
        while (true) {
            Event event = next();
            if (wanted.test(event)) {
                return event;
            }
            if (event.name().isEmpty()) {
                throw new AssertionError("the stream has ended");
            }
        }
    }

    /// Skips to an event with the given name.
    JsonNode await(String name) throws IOException {
        return await(event -> event.name().equals(name)).data();
    }

    /// Reads until the rows satisfy a condition.
    void awaitRows(Predicate<Map<String, JsonNode>> wanted) throws IOException {
        await(_ -> wanted.test(rows));
    }

    private void apply(Event event) {
        if (!event.name().equals("rows")) {
            return;
        }
        String cluster = event.data().path("cluster").asText();
        if (event.data().path("reset").asBoolean()) {
            rows.keySet().removeIf(key -> key.startsWith(cluster + "/"));
        }
        event.data().path("rows").forEach(row -> rows.put(cluster + "/" + key(row), row));
        event.data().path("removed").forEach(key -> rows.remove(cluster + "/" + key(key)));
    }

    private static String key(JsonNode named) {
        return named.path("namespace").asText() + "/" + named.path("name").asText();
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
