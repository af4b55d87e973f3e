package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Kubernetes object, or part of one, as a YAML resource with placeholders such as `${replicas}`.
///
/// A string that consists of one placeholder becomes its value, of any type that [JsonTree] accepts; the key
/// of an empty optional is omitted. Within a longer string, a placeholder becomes its value's text.
final class Template {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");

    private final JsonNode tree;

    private Template(JsonNode tree) {
        this.tree = tree;
    }

    /// Parses the resource `NAME.yaml` beside this class.
    static Template of(String name) {
        try (InputStream yaml = Template.class.getResourceAsStream(name + ".yaml")) {
            return new Template(YAML.readTree(Objects.requireNonNull(yaml, name)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read template " + name, e);
        }
    }

    /// Fills in all placeholders.
    ObjectNode fill(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return (ObjectNode) JsonTree.tree(filled(tree, values));
    }

    private static Object filled(JsonNode node, Map<String, Object> values) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = JsonTree.object();
                object.properties()
                        .forEach(field -> JsonTree.put(copy, field.getKey(), filled(field.getValue(), values)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonTree.array();
                array.forEach(element -> copy.add(JsonTree.tree(filled(element, values))));
                yield copy;
            }
            default -> node.asText().contains("${") ? filled(node.textValue(), values) : node;
        };
    }

    private static Object filled(String text, Map<String, Object> values) {
        Matcher placeholder = PLACEHOLDER.matcher(text);
        return placeholder.matches()
                ? value(placeholder.group(1), values)
                : placeholder.replaceAll(match ->
                        Matcher.quoteReplacement(value(match.group(1), values).toString()));
    }

    private static Object value(String name, Map<String, Object> values) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no value for placeholder " + name));
    }
}
