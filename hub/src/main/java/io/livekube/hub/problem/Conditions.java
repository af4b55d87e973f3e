package io.livekube.hub.problem;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/// Reads the conditions in an object's status.
final class Conditions {
    private Conditions() {}

    /// The first condition of a type.
    static Optional<JsonNode> of(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (text(condition, "type").equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    /// The first condition of a type, provided it has the given status.
    static Optional<JsonNode> of(JsonNode object, String type, String status) {
        return of(object, type).filter(condition -> text(condition, "status").equals(status));
    }

    static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }

    /// `reason: message`, or whichever of the two the condition has.
    static String why(JsonNode condition) {
        String reason = text(condition, "reason");
        String message = text(condition, "message");
        return reason.isEmpty() || message.isEmpty() ? reason + message : reason + ": " + message;
    }

    static Optional<Instant> moment(JsonNode timestamp) {
        String text = timestamp.asText("");
        if (text.isEmpty() || timestamp.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty(); // API servers reject such timestamps
        }
    }

    static Optional<Instant> created(JsonNode object) {
        return moment(object.path("metadata").path("creationTimestamp"));
    }
}
