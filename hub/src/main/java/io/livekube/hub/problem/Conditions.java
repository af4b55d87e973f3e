package io.livekube.hub.problem;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.table.Ages;
import java.time.Instant;
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

    static Optional<Instant> created(JsonNode object) {
        return Ages.instant(object.path("metadata").path("creationTimestamp"));
    }
}
