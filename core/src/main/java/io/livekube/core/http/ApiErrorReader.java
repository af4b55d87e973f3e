package io.livekube.core.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.RequestFailure;
import io.livekube.core.protobuf.ProtobufEnvelope;
import io.livekube.core.protobuf.Transcoder;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;

/// Reader of API server errors, in a response or inside a watch.
public final class ApiErrorReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 300;

    private ApiErrorReader() {}

    /// Reads the error of an HTTP response.
    static RequestFailure failure(int code, OptionalLong retryAfterSeconds, byte[] body) {
        try {
            JsonNode status = JSON.readTree(json(body));
            if (status != null && status.path("kind").asText().equals("Status")) {
                return failure(code, retryAfterSeconds, status);
            }
        } catch (IOException notJson) {
            // The page of a proxy, not a Status of the API server: shown as text below.
        }
        String text = new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.UTF_8).strip();
        return classify(code, "", false, retryAfterSeconds, "HTTP " + code + (text.isEmpty() ? "" : ": " + text));
    }

    /// Reads the Status object of an ERROR event.
    public static RequestFailure inStream(byte[] status) throws IOException {
        JsonNode node = JSON.readTree(json(status));
        return failure(node.path("code").asInt(500), OptionalLong.empty(), node);
    }

    /// Error responses to requests for protobuf are protobuf as well.
    private static byte[] json(byte[] status) throws IOException {
        if (!ProtobufEnvelope.isAt(status, 0, status.length)) {
            return status;
        }
        try {
            return Transcoder.json(status, 0, status.length);
        } catch (UnreadableProtobufException e) {
            throw new IOException("unreadable Status: " + e.getMessage(), e);
        }
    }

    private static RequestFailure failure(int code, OptionalLong header, JsonNode status) {
        JsonNode details = status.path("details");
        boolean tooLarge = false;
        for (JsonNode cause : details.path("causes")) {
            tooLarge |= cause.path("reason").asText().equals("ResourceVersionTooLarge");
        }
        OptionalLong retryAfter = header.isPresent() || !details.has("retryAfterSeconds")
                ? header
                : OptionalLong.of(details.path("retryAfterSeconds").asLong());
        String message = status.path("message").asText();
        return classify(code, status.path("reason").asText(), tooLarge, retryAfter, code + ": " + message);
    }

    private static RequestFailure classify(
            int code, String reason, boolean tooLarge, OptionalLong retryAfter, String message) {
        if (tooLarge) {
            return new RequestFailure.TooLarge(message);
        }
        if (code == 410 || reason.equals("Expired") || reason.equals("Gone")) {
            return new RequestFailure.Expired(message);
        }
        return switch (code) {
            case 401 -> new RequestFailure.Unauthorized(message);
            case 403 -> new RequestFailure.Forbidden(message);
            case 404, 405 -> new RequestFailure.NotServed(message);
            case 429 -> new RequestFailure.Throttled(Duration.ofSeconds(retryAfter.orElse(1)), message);
            case 400, 406, 415, 422 -> new RequestFailure.Rejected(message);
            default ->
                retryAfter.isPresent()
                        ? new RequestFailure.Throttled(Duration.ofSeconds(retryAfter.getAsLong()), message)
                        : new RequestFailure.Transient(message);
        };
    }
}
