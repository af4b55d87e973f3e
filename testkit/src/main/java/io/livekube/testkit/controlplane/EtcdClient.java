package io.livekube.testkit.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/// Client for the few calls to etcd that tests need, through its JSON gateway.
record EtcdClient(URI url, HttpClient client) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// The key with which API servers announce compactions to each other and, since 1.34, to their own caches.
    private static final String COMPACTED_KEY = "compact_rev_key";

    /// Drops all history before the current revision and announces it as an API server would.
    ///
    /// @return the revision up to which history was dropped
    long compact() {
        long revision = call("/v3/kv/range", "{\"key\": \"%s\"}".formatted(base64(COMPACTED_KEY)))
                .at("/header/revision")
                .asLong();
        call(
                "/v3/kv/put",
                "{\"key\": \"%s\", \"value\": \"%s\"}"
                        .formatted(base64(COMPACTED_KEY), base64(Long.toString(revision))));
        call("/v3/kv/compaction", "{\"revision\": \"%d\", \"physical\": true}".formatted(revision));
        return revision;
    }

    private JsonNode call(String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new ControlPlaneException(
                        "etcd answered " + path + " with " + answer.statusCode() + ": " + answer.body());
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new ControlPlaneException("etcd at " + url + " does not answer " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while calling etcd", e);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
