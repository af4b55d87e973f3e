package io.livekube.testkit.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.testkit.ApiEndpoint;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Calls to the API server during the start of a control plane.
record ApiCalls(ApiEndpoint api, HttpClient client) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    JsonNode get(String path) {
        HttpResponse<String> answer = send(api.request(path));
        return parse(succeeded(answer));
    }

    boolean exists(String path) {
        HttpResponse<String> answer = send(api.request(path));
        return answer.statusCode() != 404 && !succeeded(answer).isEmpty();
    }

    void post(String path, String body) {
        succeeded(send(api.request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))));
    }

    private static String succeeded(HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) {
            throw new ControlPlaneException(answer.request().method() + " " + answer.uri() + " was answered with "
                    + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private static JsonNode parse(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new ControlPlaneException("not JSON: " + body, e);
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        HttpRequest call = request.timeout(PATIENCE).build();
        try {
            return client.send(call, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new ControlPlaneException(call.method() + " " + call.uri() + " failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted during " + call.method() + " " + call.uri(), e);
        }
    }
}
