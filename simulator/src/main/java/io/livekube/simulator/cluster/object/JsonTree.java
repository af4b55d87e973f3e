package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds JSON trees from plain values: `object("name", "web", "replicas", 3)`.
///
/// Values are trees, strings, numbers, booleans, instants (with second precision, as in Kubernetes), maps of
/// strings, and optionals of these; the key of an empty optional is omitted.
public final class JsonTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper RELAXED = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    private JsonTree() {}

    public static ObjectNode object(Object... keysAndValues) {
        ObjectNode node = NODES.objectNode();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            put(node, (String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return node;
    }

    public static ArrayNode array(Object... values) {
        ArrayNode node = NODES.arrayNode(values.length);
        for (Object value : values) {
            node.add(tree(value));
        }
        return node;
    }

    /// An array of the elements of an iterable, such as another array.
    public static ArrayNode list(Iterable<?> values) {
        ArrayNode node = NODES.arrayNode();
        values.forEach(value -> node.add(tree(value)));
        return node;
    }

    /// The array, or nothing if it is empty.
    static Optional<ArrayNode> unlessEmpty(ArrayNode array) {
        return array.isEmpty() ? Optional.empty() : Optional.of(array);
    }

    /// A mutable map of an object's fields, which are strings.
    static Map<String, String> strings(JsonNode object) {
        Map<String, String> strings = new LinkedHashMap<>();
        object.properties()
                .forEach(each -> strings.put(each.getKey(), each.getValue().asText()));
        return strings;
    }

    public static JsonNode nil() {
        return NODES.nullNode();
    }

    /// Parses JSON with unquoted names and single-quoted strings.
    public static ObjectNode literal(String text) {
        try {
            return (ObjectNode) RELAXED.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON object: " + text, e);
        }
    }

    /// Formats a timestamp like `metav1.Time`.
    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// The object at a key, created if absent.
    public static ObjectNode child(ObjectNode parent, String key) {
        return parent.get(key) instanceof ObjectNode present ? present : parent.putObject(key);
    }

    static void put(ObjectNode node, String key, Object value) {
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(present -> put(node, key, present));
        } else {
            node.set(key, tree(value));
        }
    }

    static JsonNode tree(Object value) {
        return switch (value) {
            case JsonNode tree -> tree;
            case String text -> NODES.textNode(text);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Boolean flag -> NODES.booleanNode(flag);
            case Instant instant -> NODES.textNode(time(instant));
            case Map<?, ?> map -> {
                ObjectNode node = NODES.objectNode();
                new TreeMap<Object, Object>(map).forEach((key, each) -> node.set((String) key, tree(each)));
                yield node;
            }
            default ->
                throw new IllegalArgumentException(
                        "no JSON form for a " + value.getClass().getName());
        };
    }
}
