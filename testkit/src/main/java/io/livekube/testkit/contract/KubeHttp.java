package io.livekube.testkit.contract;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.testkit.ApiEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Low-level Kubernetes client: takes a request, returns status, headers and body.
///
/// Query parameters are written as in a URL, but unencoded: `labelSelector=color in (red)&limit=2`. A request
/// without a response within [#REQUEST_LIMIT] fails the test.
public final class KubeHttp implements AutoCloseable {

    static final Duration REQUEST_LIMIT = Duration.ofMinutes(1);

    private static final String JSON = "application/json";

    private final ApiEndpoint endpoint;
    private final HttpClient http;
    private final Map<String, String> headers;

    private KubeHttp(ApiEndpoint endpoint, HttpClient http, Map<String, String> headers) {
        this.endpoint = endpoint;
        this.http = http;
        this.headers = headers;
    }

    public static KubeHttp to(ApiEndpoint endpoint) {
        return new KubeHttp(endpoint, endpoint.newHttpClient(), Map.of("Accept", JSON));
    }

    /// This client with another `Accept` header; it shares this one's connections and is closed with it.
    public KubeHttp accepting(String accept) {
        return with("Accept", accept);
    }

    /// This client with an additional header.
    public KubeHttp with(String header, String value) {
        var more = new TreeMap<>(headers);
        more.put(header, value);
        return new KubeHttp(endpoint, http, Map.copyOf(more));
    }

    public Reply get(String path, String... query) {
        return exchange("GET", path(path, query), JSON, "");
    }

    public Reply delete(String path, String... query) {
        return exchange("DELETE", path(path, query), JSON, "");
    }

    public Reply post(String path, JsonNode body) {
        return exchange("POST", path, JSON, body.toString());
    }

    public Reply put(String path, JsonNode body) {
        return exchange("PUT", path, JSON, body.toString());
    }

    /// A merge patch; its text may use single quotes, as [Manifests#json] does.
    public Reply mergePatch(String path, String patch) {
        return exchange(
                "PATCH",
                path,
                "application/merge-patch+json",
                Manifests.json(patch).toString());
    }

    public Reply exchange(String method, String pathAndQuery, String contentType, String body) {
        HttpRequest.Builder request = request(pathAndQuery).timeout(REQUEST_LIMIT);
        if (body.isEmpty()) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", contentType).method(method, BodyPublishers.ofString(body));
        }
        HttpResponse<byte[]> response = send(request.build(), BodyHandlers.ofByteArray());
        return Reply.of(method + " " + pathAndQuery, response);
    }

    /// Opens a watch and returns when its headers have arrived; a server that rejects it fails the test.
    public OpenWatch watch(String path, String... query) {
        String pathAndQuery = path(path, "watch=true", String.join("&", query));
        HttpResponse<InputStream> response =
                send(request(pathAndQuery).timeout(REQUEST_LIMIT).build(), BodyHandlers.ofInputStream());
        return OpenWatch.of("GET " + pathAndQuery, response);
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        HttpRequest.Builder request = endpoint.request(pathAndQuery);
        headers.forEach(request::header);
        return request;
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (IOException e) {
            throw new AssertionError(request.method() + " " + request.uri() + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(request.method() + " " + request.uri() + " was interrupted", e);
        }
    }

    private static String path(String path, String... query) {
        String encoded = Stream.of(query)
                .flatMap(part -> Stream.of(part.split("&")))
                .filter(parameter -> !parameter.isEmpty())
                .map(KubeHttp::encode)
                .collect(joining("&"));
        return encoded.isEmpty() ? path : path + "?" + encoded;
    }

    private static String encode(String parameter) {
        int equals = parameter.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("a query parameter is name=value, not " + parameter);
        }
        String value = parameter.substring(equals + 1);
        return parameter.substring(0, equals) + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
