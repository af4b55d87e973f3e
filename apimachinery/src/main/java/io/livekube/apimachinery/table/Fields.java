package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Readers of optional fields of an object.
final class Fields {
    static final String NONE = "<none>";
    static final String UNSET = "<unset>";
    static final String UNKNOWN = "<unknown>";

    private Fields() {}

    static JsonNode at(JsonNode object, String... path) {
        JsonNode node = object;
        for (String step : path) {
            node = node.path(step);
        }
        return node;
    }

    static boolean has(JsonNode node) {
        return !node.isMissingNode() && !node.isNull();
    }

    /// A value as text; empty if it is absent.
    static String text(JsonNode object, String... path) {
        return at(object, path).asText("");
    }

    /// A value as text, or a default if it is absent.
    static String textOr(String otherwise, JsonNode node) {
        return has(node) ? node.asText() : otherwise;
    }

    /// A text, or a default if it is empty.
    static String filledOr(String otherwise, String text) {
        return text.isEmpty() ? otherwise : text;
    }

    static long number(JsonNode object, String... path) {
        return at(object, path).asLong();
    }

    static Stream<JsonNode> each(JsonNode object, String... path) {
        return at(object, path).valueStream();
    }

    static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /// Whether the first condition of a type has the status `True`.
    static boolean condition(JsonNode object, String type) {
        return each(object, "status", "conditions")
                .filter(condition -> text(condition, "type").equals(type))
                .findFirst()
                .map(condition -> text(condition, "status").equals("True"))
                .orElse(false);
    }

    static boolean deleted(JsonNode object) {
        return has(at(object, "metadata", "deletionTimestamp"));
    }

    /// One field of all containers of a pod's spec, such as their images.
    static String containers(JsonNode podSpec, String field) {
        return each(podSpec, "containers")
                .map(container -> text(container, field))
                .collect(Collectors.joining(","));
    }

    /// Labels as `a=1,b=2`, sorted by name.
    static String labels(JsonNode labels) {
        Map<String, String> sorted = new TreeMap<>();
        labels.properties()
                .forEach(label -> sorted.put(label.getKey(), label.getValue().asText()));
        return filledOr(
                NONE,
                sorted.entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(",")));
    }

    /// A label selector as written in a query, sorted by key; empty if it has no requirements.
    static String selector(JsonNode selector) {
        Map<String, List<String>> byKey = new TreeMap<>();
        at(selector, "matchLabels")
                .properties()
                .forEach(label -> byKey.computeIfAbsent(label.getKey(), _ -> new ArrayList<>())
                        .add(label.getKey() + "=" + label.getValue().asText()));
        each(selector, "matchExpressions")
                .forEach(expression -> byKey.computeIfAbsent(text(expression, "key"), _ -> new ArrayList<>())
                        .add(requirement(expression)));
        return byKey.values().stream().flatMap(Collection::stream).collect(Collectors.joining(","));
    }

    private static String requirement(JsonNode expression) {
        String key = text(expression, "key");
        String values =
                each(expression, "values").map(JsonNode::asText).sorted().collect(Collectors.joining(","));
        return switch (text(expression, "operator")) {
            case "In" -> "%s in (%s)".formatted(key, values);
            case "NotIn" -> "%s notin (%s)".formatted(key, values);
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }

    /// The first elements of a list and the number of the others: `a,b,c + 2 more...`.
    ///
    /// @param most the number of elements that are shown
    static <T> String firstOf(int most, String separator, List<T> all, Function<T, String> text) {
        String shown = all.stream().limit(most).map(text).collect(Collectors.joining(separator));
        return all.size() > most ? "%s + %d more...".formatted(shown, all.size() - most) : shown;
    }
}
