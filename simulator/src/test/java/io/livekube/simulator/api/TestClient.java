package io.livekube.simulator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.store.StoredJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// A plain HTTP client for one simulator.
final class TestClient implements AutoCloseable {
    record Answer(int code, JsonNode body) {}

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;

    TestClient(Simulator simulator) {
        url = simulator.url();
    }

    Answer get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    Answer post(String path, String body) {
        return send(request(path, "Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    Answer put(String path, String body) {
        return send(request(path, "Content-Type", "application/json").PUT(BodyPublishers.ofString(body)));
    }

    Answer patch(String path, String body) {
        return send(request(path, "Content-Type", "application/merge-patch+json")
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    Answer delete(String path) {
        return send(request(path).DELETE());
    }

    Answer delete(String path, String options) {
        return send(
                request(path, "Content-Type", "application/json").method("DELETE", BodyPublishers.ofString(options)));
    }

    Answer jsonPatch(String path, String body) {
        return send(request(path, "Content-Type", "application/json-patch+json")
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    Answer configMap(String name, String labelValue) {
        return post("/api/v1/namespaces/default/configmaps", """
                {"metadata": {"name": "%s", "labels": {"l": "%s"}}}""".formatted(name, labelValue));
    }

    /// The events of a watch until the server ends it.
    List<JsonNode> events(String path, String... headers) {
        try (BufferedReader lines = open(path, headers)) {
            return lines.lines().map(TestClient::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A watch to be read line by line.
    BufferedReader open(String path, String... headers) {
        return new BufferedReader(new InputStreamReader(stream(path, headers), StandardCharsets.UTF_8));
    }

    InputStream stream(String path, String... headers) {
        try {
            return http.send(request(path, headers).GET().build(), BodyHandlers.ofInputStream())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static JsonNode parse(String json) {
        try {
            return StoredJson.parse(json.getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not JSON: " + json, e);
        }
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), parse(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(1));
        return headers.length == 0 ? request : request.headers(headers);
    }

    @Override
    public void close() {
        http.close();
    }
}
