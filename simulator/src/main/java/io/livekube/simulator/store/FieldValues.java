package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Takes the values of selectable fields out of an object when it is written.
final class FieldValues {
    private static final String[] NONE = new String[0];

    private FieldValues() {}

    static String[] of(JsonNode object, List<String> paths, StringCache strings) {
        if (paths.isEmpty()) {
            return NONE;
        }
        String[] values = new String[paths.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = strings.same(value(object, paths.get(i)));
        }
        return values;
    }

    /// Fields that are not simply the text at their path are those that the API server defaults or computes.
    private static String value(JsonNode object, String path) {
        return switch (path) {
            case "spec.unschedulable", "spec.hostNetwork" ->
                Boolean.toString(at(object, path).asBoolean());
            case "status.successful" ->
                Integer.toString(object.path("status").path("succeeded").asInt());
            case "status.podIPs" -> podIps(object);
            case "source" -> source(object);
            default -> at(object, path).asText();
        };
    }

    private static JsonNode at(JsonNode object, String path) {
        JsonNode node = object;
        int from = 0;
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
            node = node.path(path.substring(from, dot));
            from = dot + 1;
        }
        return node.path(path.substring(from));
    }

    private static String podIps(JsonNode pod) {
        return String.join(
                ",",
                pod.path("status")
                        .path("podIPs")
                        .valueStream()
                        .map(ip -> ip.path("ip").asText())
                        .toList());
    }

    private static String source(JsonNode event) {
        String component = event.path("source").path("component").asText();
        return component.isEmpty() ? event.path("reportingComponent").asText() : component;
    }
}
