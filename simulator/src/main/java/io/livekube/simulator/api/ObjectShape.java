package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Checks the JSON types of the fields that all objects have, so that typed clients can decode every stored
/// object.
final class ObjectShape {
    private static final List<String> TEXTS = List.of("name", "generateName", "namespace", "uid", "resourceVersion");
    private static final List<String> MAPS = List.of("labels", "annotations");

    /// Path of the pod template in workloads, which must be present.
    private static final Map<String, String> TEMPLATES = Map.of(
            "pods", "/spec",
            "deployments.apps", "/spec/template",
            "replicasets.apps", "/spec/template",
            "statefulsets.apps", "/spec/template",
            "daemonsets.apps", "/spec/template",
            "jobs.batch", "/spec/template",
            "cronjobs.batch", "/spec/jobTemplate/spec/template");

    private ObjectShape() {}

    /// Checks the body of a create or replace.
    static void require(ResourceType type, ObjectNode object, boolean custom) {
        problem(object, custom).ifPresent(problem -> {
            throw ApiException.badRequest(type.kind() + " in version \"" + type.version() + "\" cannot be handled as a "
                    + type.kind() + ": " + problem);
        });
    }

    /// Checks the result of a patch.
    ///
    /// @param before the patched object, whose apiVersion the result may keep
    static void requirePatched(ResourceType type, JsonNode before, ObjectNode object, boolean custom) {
        String apiVersion = object.path("apiVersion").asText();
        boolean sameVersion = apiVersion.equals(type.apiVersion())
                || apiVersion.equals(before.path("apiVersion").asText());
        Optional<String> problem = sameVersion && object.path("kind").asText().equals(type.kind())
                ? problem(object, custom)
                : Optional.of("no kind \"" + object.path("kind").asText() + "\" is expected for version \"" + apiVersion
                        + "\" here");
        problem.ifPresent(text -> {
            String message = "Invalid value: \"" + object + "\": " + text;
            throw new ApiException(422, "Invalid", " \"\" is invalid: patch: " + message)
                    .because("FieldValueInvalid", message, "patch");
        });
    }

    /// Rejects workloads without a pod template.
    static void requireTemplate(ResourceType type, ObjectNode object) {
        Optional.ofNullable(TEMPLATES.get(type.qualifiedName()))
                .filter(path -> !object.at(path).isObject())
                .ifPresent(path -> {
                    throw ObjectNames.invalid(
                            type,
                            object.path("metadata").path("name").asText(),
                            "FieldValueRequired",
                            path.substring(1).replace('/', '.'),
                            "Required value");
                });
    }

    private static Optional<String> problem(JsonNode object, boolean custom) {
        JsonNode metadata = object.path("metadata");
        if (present(metadata) && !metadata.isObject()) {
            return mismatch(metadata, "metadata", "v1.ObjectMeta");
        }
        for (String field : TEXTS) {
            JsonNode value = metadata.path(field);
            if (present(value) && !value.isTextual()) {
                return mismatch(value, "ObjectMeta.metadata." + field, "string");
            }
        }
        for (String field : MAPS) {
            JsonNode map = metadata.path(field);
            if (present(map) && !map.isObject()) {
                return mismatch(map, "ObjectMeta.metadata." + field, "map[string]string");
            }
            for (JsonNode value : map) {
                if (!value.isNull() && !value.isTextual()) {
                    return mismatch(value, "ObjectMeta.metadata." + field, "string");
                }
            }
        }
        return lists(metadata).or(() -> custom ? Optional.empty() : parts(object));
    }

    private static Optional<String> lists(JsonNode metadata) {
        JsonNode finalizers = metadata.path("finalizers");
        if (present(finalizers) && !finalizers.isArray()) {
            return mismatch(finalizers, "ObjectMeta.metadata.finalizers", "[]string");
        }
        for (JsonNode finalizer : finalizers) {
            if (!finalizer.isTextual()) {
                return mismatch(finalizer, "ObjectMeta.metadata.finalizers", "string");
            }
        }
        JsonNode owners = metadata.path("ownerReferences");
        return present(owners) && !owners.isArray()
                ? mismatch(owners, "ObjectMeta.metadata.ownerReferences", "[]v1.OwnerReference")
                : Optional.empty();
    }

    private static Optional<String> parts(JsonNode object) {
        for (String field : List.of("spec", "status")) {
            JsonNode part = object.path(field);
            if (present(part) && !part.isObject()) {
                return mismatch(part, field, "struct");
            }
        }
        return Optional.empty();
    }

    private static boolean present(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static Optional<String> mismatch(JsonNode value, String field, String wanted) {
        String given = value.isBoolean() ? "bool" : value.getNodeType().name().toLowerCase(Locale.ROOT);
        return Optional.of("json: cannot unmarshal " + given + " into Go struct field " + field + " of type " + wanted);
    }
}
