package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.table.Column.Row;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Cells that several kinds share.
final class Cells {
    static final String NONE = "<none>";
    static final String UNSET = "<unset>";

    private static final Map<String, String> ACCESS_MODES = Map.of(
            "ReadWriteOnce", "RWO",
            "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX",
            "ReadWriteOncePod", "RWOP");

    private Cells() {}

    static String orNone(JsonNode value) {
        return or(value, NONE);
    }

    static String or(JsonNode value, String fallback) {
        String text = value.asText();
        return text.isEmpty() ? fallback : text;
    }

    static String joined(JsonNode array, String field) {
        return array.valueStream().map(e -> e.path(field).asText()).collect(Collectors.joining(","));
    }

    static String containers(JsonNode podSpec) {
        return joined(podSpec.path("containers"), "name");
    }

    static String images(JsonNode podSpec) {
        return joined(podSpec.path("containers"), "image");
    }

    static JsonNode template(Row row) {
        return row.spec().path("template").path("spec");
    }

    /// `a=b,c=d`.
    static String labels(JsonNode labels) {
        return labels.isEmpty()
                ? NONE
                : labels.propertyStream()
                        .map(e -> e.getKey() + "=" + e.getValue().asText())
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    /// A label selector with both of its halves.
    static String selector(JsonNode selector) {
        if (selector.isMissingNode()) {
            return NONE;
        }
        String equal = selector.path("matchLabels")
                .propertyStream()
                .map(e -> e.getKey() + "=" + e.getValue().asText())
                .sorted()
                .collect(Collectors.joining(","));
        String expressions = selector.path("matchExpressions")
                .valueStream()
                .map(Cells::expression)
                .collect(Collectors.joining(","));
        String both = equal.isEmpty() || expressions.isEmpty() ? equal + expressions : equal + "," + expressions;
        return both.isEmpty() ? NONE : both;
    }

    private static String expression(JsonNode expression) {
        String key = expression.path("key").asText();
        String values = expression
                .path("values")
                .valueStream()
                .map(JsonNode::asText)
                .sorted()
                .collect(Collectors.joining(",", "(", ")"));
        return switch (expression.path("operator").asText()) {
            case "In" -> key + " in " + values;
            case "NotIn" -> key + " notin " + values;
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }

    static String accessModes(JsonNode modes) {
        return modes.valueStream()
                .map(JsonNode::asText)
                .map(mode -> ACCESS_MODES.getOrDefault(mode, mode))
                .distinct()
                .collect(Collectors.joining(","));
    }

    /// The status of a condition, if the object has it.
    static Optional<String> condition(Row row, String type) {
        return row.status()
                .path("conditions")
                .valueStream()
                .filter(c -> c.path("type").asText().equals(type))
                .map(c -> c.path("status").asText())
                .findFirst();
    }

    /// Addresses that a load balancer gave.
    static String ingressAddresses(Row row) {
        return row.status()
                .path("loadBalancer")
                .path("ingress")
                .valueStream()
                .map(i -> or(i.path("ip"), i.path("hostname").asText()))
                .distinct()
                .collect(Collectors.joining(","));
    }
}
