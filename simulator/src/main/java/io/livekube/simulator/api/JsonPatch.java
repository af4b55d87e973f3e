package io.livekube.simulator.api;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.store.ApiException;

/// JSON patch (RFC 6902): a list of operations that apply all or none.
final class JsonPatch {
    private JsonPatch() {}

    /// Rejects a body that is not a list of operations.
    static void requireOperations(JsonNode patch) {
        if (!patch.isArray() || patch.valueStream().anyMatch(operation -> !operation.isObject())) {
            throw ApiException.badRequest("error decoding patch: a JSON patch must be a list of operations");
        }
    }

    static ObjectNode apply(ObjectNode object, JsonNode operations) {
        for (JsonNode operation : operations) {
            String path = operation.path("path").asText();
            switch (operation.path("op").asText()) {
                case "add" -> add(object, path, value(operation));
                case "remove" -> remove(object, path);
                case "replace" -> {
                    remove(object, path);
                    add(object, path, value(operation));
                }
                case "move" -> add(object, path, remove(object, from(operation)));
                case "copy" -> add(object, path, get(object, from(operation)).deepCopy());
                case "test" -> {
                    if (!get(object, path).equals(value(operation))) {
                        throw invalid("testing value " + path + " failed");
                    }
                }
                default ->
                    throw invalid("unexpected kind: " + operation.path("op").asText());
            }
        }
        return object;
    }

    private static JsonNode value(JsonNode operation) {
        if (!operation.has("value")) {
            throw invalid(
                    "missing value in operation at " + operation.path("path").asText());
        }
        return operation.get("value");
    }

    private static String from(JsonNode operation) {
        return operation.path("from").asText();
    }

    private static JsonNode get(ObjectNode root, String path) {
        JsonNode node = root.at(pointer(path));
        if (node.isMissingNode()) {
            throw invalid("missing path: " + path);
        }
        return node;
    }

    private static void add(ObjectNode root, String path, JsonNode value) {
        JsonPointer pointer = pointer(path);
        String last = pointer.last() == null ? "" : pointer.last().getMatchingProperty();
        switch (root.at(pointer.head())) {
            case ObjectNode parent -> parent.set(last, value);
            case ArrayNode parent -> {
                if (last.equals("-")) {
                    parent.add(value);
                } else {
                    parent.insert(index(parent, pointer, parent.size()), value);
                }
            }
            default -> throw invalid("missing path: " + path);
        }
    }

    private static JsonNode remove(ObjectNode root, String path) {
        JsonPointer pointer = pointer(path);
        JsonNode removed = get(root, path);
        switch (root.at(pointer.head())) {
            case ObjectNode parent -> parent.remove(pointer.last().getMatchingProperty());
            case ArrayNode parent -> parent.remove(index(parent, pointer, parent.size() - 1));
            default -> throw invalid("missing path: " + path);
        }
        return removed;
    }

    private static int index(ArrayNode parent, JsonPointer pointer, int max) {
        int index = pointer.last().getMatchingIndex();
        if (index < 0 || index > max) {
            throw invalid("invalid index: " + pointer + " of " + parent.size());
        }
        return index;
    }

    private static JsonPointer pointer(String path) {
        try {
            JsonPointer pointer = JsonPointer.compile(path);
            if (pointer.matches()) {
                throw invalid("the root of the object cannot be removed");
            }
            return pointer;
        } catch (IllegalArgumentException e) {
            throw invalid("not a JSON pointer: " + path);
        }
    }

    private static ApiException invalid(String why) {
        return new ApiException(422, "Invalid", "the server rejected our request due to an error in our request")
                .because("UnexpectedServerResponse", why, "");
    }
}
