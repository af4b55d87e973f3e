package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import java.util.Optional;

/// Error response of the API server, with the `Status` for the client.
public final class ApiException extends RuntimeException {
    private final int code;
    private final String reason;
    private final ObjectNode details;
    private final Optional<String> continueToken;

    public ApiException(int code, String reason, String message) {
        this(code, reason, message, StoredJson.object(), Optional.empty());
    }

    private ApiException(int code, String reason, String message, ObjectNode details, Optional<String> continueToken) {
        super(message);
        this.code = code;
        this.reason = reason;
        this.details = details;
        this.continueToken = continueToken;
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    public Optional<Integer> retryAfterSeconds() {
        return details.has("retryAfterSeconds")
                ? Optional.of(details.get("retryAfterSeconds").asInt())
                : Optional.empty();
    }

    /// The `Status` object of the response body.
    public ObjectNode toStatus() {
        ObjectNode status = StoredJson.object("Status", "v1");
        ObjectNode metadata = status.putObject("metadata");
        continueToken.ifPresent(token -> metadata.put("continue", token));
        status.put("status", "Failure");
        status.put("message", getMessage());
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        if (!details.isEmpty()) {
            status.set("details", details);
        }
        status.put("code", code);
        return status;
    }

    /// This error with the object that it is about.
    public ApiException about(ResourceType type, String name) {
        return about(name, type.group(), type.plural());
    }

    /// This error with the kind instead of the resource in its details.
    public ApiException aboutKind(ResourceType type, String name) {
        return about(name, type.group(), type.kind());
    }

    /// This error about a kind that is not a resource.
    public ApiException aboutGroupKind(String group, String kind, String name) {
        return about(name, group, kind);
    }

    private ApiException about(String name, String group, String kind) {
        ObjectNode more = StoredJson.object();
        if (!name.isEmpty()) {
            more.put("name", name);
        }
        if (!group.isEmpty()) {
            more.put("group", group);
        }
        more.put("kind", kind);
        more.setAll(details);
        return new ApiException(code, reason, message(), more, continueToken);
    }

    /// This error with one more cause; an empty field is omitted.
    public ApiException because(String causeReason, String causeMessage, String field) {
        ObjectNode more = details.deepCopy();
        ObjectNode cause = more.withArray("causes").addObject();
        cause.put("reason", causeReason);
        cause.put("message", causeMessage);
        if (!field.isEmpty()) {
            cause.put("field", field);
        }
        return new ApiException(code, reason, message(), more, continueToken);
    }

    public ApiException retryAfter(int seconds) {
        ObjectNode more = details.deepCopy();
        more.put("retryAfterSeconds", seconds);
        return new ApiException(code, reason, message(), more, continueToken);
    }

    /// This error with a token for continuing the list inconsistently.
    public ApiException continueWith(String token) {
        return new ApiException(code, reason, message(), details, Optional.of(token));
    }

    private String message() {
        return Optional.ofNullable(getMessage()).orElse("");
    }

    public static ApiException badRequest(String message) {
        return new ApiException(400, "BadRequest", message);
    }

    public static ApiException notFound(ResourceType type, String name) {
        return new ApiException(404, "NotFound", type.qualifiedName() + " \"" + name + "\" not found")
                .about(type, name);
    }

    public static ApiException alreadyExists(ResourceType type, String name) {
        return new ApiException(409, "AlreadyExists", type.qualifiedName() + " \"" + name + "\" already exists")
                .about(type, name);
    }

    public static ApiException conflict(ResourceType type, String name, String why) {
        return new ApiException(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on " + type.qualifiedName() + " \"" + name + "\": " + why)
                .about(type, name);
    }

    /// A write with an outdated resourceVersion.
    public static ApiException modified(ResourceType type, String name) {
        return conflict(
                type,
                name,
                "the object has been modified; please apply your changes to the latest version and try again");
    }

    public static ApiException expired(String message) {
        return new ApiException(410, "Expired", message);
    }

    /// A resourceVersion that the cluster has not reached.
    public static ApiException tooLargeVersion(long requested, long current) {
        return new ApiException(
                        504, "Timeout", "Timeout: Too large resource version: " + requested + ", current: " + current)
                .because("ResourceVersionTooLarge", "Too large resource version", "")
                .retryAfter(1);
    }
}
