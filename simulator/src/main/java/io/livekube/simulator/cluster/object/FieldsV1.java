package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Entries of `managedFields`, whose `fieldsV1` trees are derived from the written fields.
public final class FieldsV1 {
    /// Lists that are merged by key; all others are atomic.
    private static final Map<String, List<String>> LIST_KEYS = Map.ofEntries(
            Map.entry("ownerReferences", List.of("uid")),
            Map.entry("containers", List.of("name")),
            Map.entry("initContainers", List.of("name")),
            Map.entry("env", List.of("name")),
            Map.entry("volumes", List.of("name")),
            Map.entry("imagePullSecrets", List.of("name")),
            Map.entry("volumeMounts", List.of("mountPath")),
            Map.entry("topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable")),
            Map.entry("conditions", List.of("type")),
            Map.entry("addresses", List.of("type")),
            Map.entry("podIPs", List.of("ip")),
            Map.entry("hostIPs", List.of("ip")));

    private FieldsV1() {}

    /// An entry for fields written through the main resource.
    public static ObjectNode entry(String manager, String apiVersion, Instant time, ObjectNode fields) {
        return entry(manager, apiVersion, time, fields, Optional.empty());
    }

    /// An entry for fields written through `/status`.
    public static ObjectNode statusEntry(String manager, String apiVersion, Instant time, ObjectNode fields) {
        return entry(manager, apiVersion, time, fields, Optional.of("status"));
    }

    private static ObjectNode entry(
            String manager, String apiVersion, Instant time, ObjectNode fields, Optional<String> subresource) {
        return JsonTree.object(
                "manager", manager,
                "operation", "Update",
                "apiVersion", apiVersion,
                "time", time,
                "fieldsType", "FieldsV1",
                "fieldsV1", fields,
                "subresource", subresource);
    }

    /// The field set of an object's given part: `{"f:spec":{"f:replicas":{}}}`.
    public static ObjectNode of(ObjectNode part) {
        ObjectNode fields = JsonTree.object();
        part.properties().forEach(field -> fields.set("f:" + field.getKey(), node(field.getKey(), field.getValue())));
        return fields;
    }

    private static JsonNode node(String name, JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                boolean named = name.equals("labels") || name.equals("annotations");
                ObjectNode fields = named ? JsonTree.object(".", JsonTree.object()) : JsonTree.object();
                object.properties()
                        .forEach(field -> fields.set("f:" + field.getKey(), node(field.getKey(), field.getValue())));
                yield fields;
            }
            case ArrayNode list
            when keysOf(name, list).isPresent() ->
                keyed(list, keysOf(name, list).orElseThrow());
            default -> JsonTree.object();
        };
    }

    private static Optional<List<String>> keysOf(String name, ArrayNode list) {
        if (name.equals("ports") && !list.isEmpty()) {
            return Optional.of(List.of(list.get(0).has("containerPort") ? "containerPort" : "port", "protocol"));
        }
        return Optional.ofNullable(LIST_KEYS.get(name));
    }

    private static ObjectNode keyed(ArrayNode list, List<String> keys) {
        ObjectNode fields = JsonTree.object(".", JsonTree.object());
        for (JsonNode element : list) {
            ObjectNode key = JsonTree.object();
            keys.forEach(each -> key.set(each, element.path(each)));
            ObjectNode inner = JsonTree.object(".", JsonTree.object());
            element.properties()
                    .forEach(field -> inner.set("f:" + field.getKey(), node(field.getKey(), field.getValue())));
            fields.set("k:" + key, inner);
        }
        return fields;
    }
}
