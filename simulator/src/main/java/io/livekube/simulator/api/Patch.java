package io.livekube.simulator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoredJson;
import java.util.function.UnaryOperator;

/// Patch of an object, in one of the three supported formats.
final class Patch {
    private static final String MERGE = "application/merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    private Patch() {}

    /// Parses a patch, which can then be applied to a copy of any tree.
    ///
    /// @param custom whether the object is a custom resource, which does not support strategic merge
    static UnaryOperator<ObjectNode> parse(ApiExchange exchange, boolean custom) {
        String mediaType = RequestBodies.mediaType(exchange);
        boolean supported =
                mediaType.equals(MERGE) || mediaType.equals(JSON_PATCH) || (mediaType.equals(STRATEGIC) && !custom);
        if (!supported) {
            throw unsupported("415: Unsupported Media Type");
        }
        JsonNode patch = tree(exchange.body());
        if (mediaType.equals(JSON_PATCH)) {
            JsonPatch.requireOperations(patch);
            return object -> JsonPatch.apply(object, patch);
        }
        if (!(patch instanceof ObjectNode)) {
            throw ApiException.badRequest("error decoding patch: a merge patch must be a JSON object");
        }
        if (mediaType.equals(STRATEGIC) && needsSchema(patch)) {
            throw unsupported("strategic merge patches are supported only without lists and directives; use " + MERGE);
        }
        return object -> {
            merge(object, patch);
            return object;
        };
    }

    /// RFC 7386.
    private static void merge(ObjectNode target, JsonNode patch) {
        for (var entry : patch.properties()) {
            JsonNode value = entry.getValue();
            if (value.isNull()) {
                target.remove(entry.getKey());
            } else if (value.isObject()) {
                ObjectNode child = target.get(entry.getKey()) instanceof ObjectNode existing
                        ? existing
                        : target.putObject(entry.getKey());
                merge(child, value);
            } else {
                target.set(entry.getKey(), value);
            }
        }
    }

    private static boolean needsSchema(JsonNode patch) {
        if (patch.isArray()) {
            return true;
        }
        for (var entry : patch.properties()) {
            if (entry.getKey().startsWith("$") || needsSchema(entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode tree(byte[] body) {
        try {
            return StoredJson.parse(body);
        } catch (JsonProcessingException e) {
            throw ApiException.badRequest("error decoding patch: " + e.getOriginalMessage());
        }
    }

    private static ApiException unsupported(String message) {
        return new ApiException(415, "UnsupportedMediaType", message);
    }
}
