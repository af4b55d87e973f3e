package io.livekube.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.util.List;

/// Reads responses of the Kubernetes API in tests.
public final class TestingStatus {
    private TestingStatus() {}

    public static JsonNode json(HttpResponse<String> answer) {
        try {
            return new JsonMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    /// The response of a read that must succeed.
    public static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    /// The `Status` of a read that must fail.
    public static JsonNode refused(HttpResponse<String> answer, int code, String reason) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code);
        JsonNode status = json(answer);
        assertThat(status.path("kind").asText()).isEqualTo("Status");
        assertThat(status.path("code").asInt()).isEqualTo(code);
        assertThat(status.path("reason").asText()).isEqualTo(reason);
        return status;
    }

    public static List<String> names(JsonNode list) {
        return list.path("items")
                .valueStream()
                .map(item -> item.at("/metadata/name").asText())
                .toList();
    }
}
