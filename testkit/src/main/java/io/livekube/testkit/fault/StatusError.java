package io.livekube.testkit.fault;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;

/// A Kubernetes `Status` of kind Failure.
public record StatusError(
        int code,
        String reason,
        String message,
        Optional<Duration> retryAfter,
        Optional<String> continueToken,
        Optional<String> cause) {

    private static final JsonMapper JSON = new JsonMapper();

    public static StatusError of(int code) {
        return new StatusError(
                code, reasonOf(code), messageOf(code), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static StatusError resourceVersionTooLarge() {
        return new StatusError(
                504,
                "Timeout",
                "Too large resource version",
                Optional.of(Duration.ofSeconds(1)),
                Optional.empty(),
                Optional.of("ResourceVersionTooLarge"));
    }

    public StatusError reason(String changed) {
        return new StatusError(code, changed, message, retryAfter, continueToken, cause);
    }

    public StatusError message(String changed) {
        return new StatusError(code, reason, changed, retryAfter, continueToken, cause);
    }

    public StatusError retryAfter(Duration wait) {
        return new StatusError(code, reason, message, Optional.of(wait), continueToken, cause);
    }

    public StatusError continueToken(String token) {
        return new StatusError(code, reason, message, retryAfter, Optional.of(token), cause);
    }

    public String json() {
        return status().toString() + "\n";
    }

    /// A watch frame of type ERROR around the Status.
    String errorFrame() {
        ObjectNode event = JSON.createObjectNode().put("type", "ERROR");
        event.set("object", status());
        return event + "\n";
    }

    private ObjectNode status() {
        ObjectNode status = JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1");
        ObjectNode metadata = status.putObject("metadata");
        continueToken.ifPresent(token -> metadata.put("continue", token));
        status.put("status", "Failure").put("message", message).put("reason", reason);
        if (retryAfter.isPresent() || cause.isPresent()) {
            ObjectNode details = status.putObject("details");
            cause.ifPresent(
                    c -> details.putArray("causes").addObject().put("reason", c).put("message", message));
            retryAfter.ifPresent(wait -> details.put("retryAfterSeconds", wait.toSeconds()));
        }
        return status.put("code", code);
    }

    private static String messageOf(int code) {
        return switch (code) {
            case 410 -> "too old resource version: scripted by the fault proxy";
            default -> reasonOf(code) + ": scripted by the fault proxy";
        };
    }

    private static String reasonOf(int code) {
        return switch (code) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 409 -> "Conflict";
            case 410 -> "Expired";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 500 -> "InternalError";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> "";
        };
    }
}
