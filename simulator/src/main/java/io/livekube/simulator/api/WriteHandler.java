package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredObject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// POST, PUT and PATCH: merges what the client sent with the fields that the server controls.
final class WriteHandler {
    /// How often an unconditional write is retried after a concurrent change.
    private static final int ATTEMPTS = 20;

    /// Metadata that updates cannot change.
    private static final List<String> SERVER_OWNED =
            List.of("uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds");

    private final ObjectStore store;
    private final Catalog catalog;

    WriteHandler(ObjectStore store, Catalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    StoredObject create(RequestPath.Collection collection, ApiExchange exchange) {
        boolean dryRun = DryRun.wanted(exchange, "CreateOptions");
        ResourceType type = collection.type();
        ObjectNode object = RequestBodies.object(exchange, type, custom(type));
        ObjectNode metadata = object.withObject("/metadata");
        ObjectNames.putNamespace(type, metadata, collection.namespace());
        if (metadata.has("resourceVersion")) {
            throw new ApiException(500, "", "resourceVersion should not be set on objects to be created");
        }
        requireNamespace(type, collection.namespace());
        String name = ObjectNames.forCreate(type, metadata);
        ObjectNames.checkLabels(type, metadata);
        metadata.remove(SERVER_OWNED);
        metadata.remove("selfLink");
        ObjectShape.requireTemplate(type, object);
        CreationDefaults.apply(type, object);
        if (type.equals(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION)) {
            DefinitionRules.check(object);
        }
        if (dryRun) {
            if (store.get(type, collection.namespace(), name).isPresent()) {
                throw ApiException.alreadyExists(type, name);
            }
            return store.unstored(type, object);
        }
        return store.create(type, object);
    }

    StoredObject replace(RequestPath.Item item, ApiExchange exchange) {
        boolean dryRun = DryRun.wanted(exchange, "UpdateOptions");
        ObjectNode object = RequestBodies.object(exchange, item.type(), custom(item.type()));
        ObjectNode metadata = object.withObject("/metadata");
        ObjectNames.requireName(metadata, item.name());
        ObjectNames.putNamespace(item.type(), metadata, item.namespace());
        boolean unconditional = metadata.path("resourceVersion").asText("0").equals("0");
        if (unconditional && (custom(item.type()) || item.type().equals(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION))) {
            requireExisting(item);
            String message = "Invalid value: 0: must be specified for an update";
            throw new ApiException(
                            422,
                            "Invalid",
                            item.type().qualifiedName() + " \"" + item.name()
                                    + "\" is invalid: metadata.resourceVersion: " + message)
                    .about(item.type(), item.name())
                    .because("FieldValueInvalid", message, "metadata.resourceVersion");
        }
        return change(item, dryRun, current -> object.deepCopy());
    }

    StoredObject patch(RequestPath.Item item, ApiExchange exchange) {
        boolean dryRun = DryRun.wanted(exchange, "PatchOptions");
        UnaryOperator<ObjectNode> patch = Patch.parse(exchange, custom(item.type()));
        return change(item, dryRun, current -> {
            ObjectNode patched = patch.apply(current.deepCopy());
            ObjectShape.requirePatched(item.type(), current, patched, custom(item.type()));
            ObjectNode metadata = patched.withObject("/metadata");
            ObjectNames.requireName(metadata, item.name());
            ObjectNames.putNamespace(item.type(), metadata, item.namespace());
            return patched;
        });
    }

    private StoredObject change(RequestPath.Item item, boolean dryRun, UnaryOperator<ObjectNode> change) {
        for (int attempt = 1; ; attempt++) {
            StoredObject current = requireExisting(item);
            ObjectNode before = current.toTree();
            ObjectNode after = change.apply(before);
            boolean conditional = requireCurrent(item, before, after);
            settle(item, before, after);
            ObjectNames.checkLabels(item.type(), after.withObject("/metadata"));
            ObjectShape.requireTemplate(item.type(), after);
            if (item.type().equals(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION)) {
                DefinitionRules.check(after);
                DefinitionRules.checkChange(before, after);
            }
            if (after.equals(before)) {
                return current;
            }
            if (dryRun) {
                return store.unstored(item.type(), after);
            }
            try {
                if (released(before, after)) {
                    store.delete(item.type(), current);
                    return store.unstored(item.type(), after);
                }
                return store.update(item.type(), after);
            } catch (ApiException e) {
                if (e.code() != 409 || conditional || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /// Whether the write is conditional, on the version that it names.
    private static boolean requireCurrent(RequestPath.Item item, ObjectNode before, ObjectNode after) {
        JsonNode was = before.path("metadata");
        JsonNode is = after.path("metadata");
        String uid = is.path("uid").asText();
        if (!uid.isEmpty() && !uid.equals(was.path("uid").asText())) {
            throw ApiException.conflict(
                    item.type(),
                    item.name(),
                    "StorageError: invalid object, Code: 4, AdditionalErrorMsg: Precondition failed: UID in"
                            + " precondition: " + uid + ", UID in object meta: "
                            + was.path("uid").asText());
        }
        String version = is.path("resourceVersion").asText();
        if (version.isEmpty() || version.equals("0")) {
            return false;
        }
        if (!version.matches("[0-9]+")) {
            throw ResourceVersions.internal("strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
        }
        if (!version.equals(was.path("resourceVersion").asText())) {
            throw ApiException.modified(item.type(), item.name());
        }
        return true;
    }

    /// Sets the fields that the server controls, keeps those that this request cannot change, and counts the
    /// generation.
    private static void settle(RequestPath.Item item, ObjectNode before, ObjectNode after) {
        if (item.status()) {
            JsonNode status = after.get("status");
            JsonNode metadata = after.path("metadata");
            after.removeAll();
            after.setAll(before.deepCopy());
            put(after, "status", status);
            if (item.type().equals(BuiltInTypes.POD)) {
                // Kubelets label and annotate pods together with their status; other types ignore that.
                put(after.withObject("/metadata"), "labels", metadata.get("labels"));
                put(after.withObject("/metadata"), "annotations", metadata.get("annotations"));
            }
            return;
        }
        ResourceType type = item.type();
        if (type.hasStatus()) {
            put(after, "status", before.get("status"));
        }
        after.put("kind", type.kind());
        after.put("apiVersion", before.path("apiVersion").asText());
        ObjectNode was = before.withObject("/metadata");
        ObjectNode is = after.withObject("/metadata");
        for (String field : SERVER_OWNED) {
            put(is, field, was.get(field));
        }
        put(is, "resourceVersion", was.get("resourceVersion"));
        if (!is.has("managedFields")) {
            put(is, "managedFields", was.get("managedFields"));
        }
        dropEmpty(is);
        if (type.hasGeneration() && specChanged(type, before, after)) {
            is.put("generation", was.path("generation").asLong() + 1);
        }
    }

    private static void put(ObjectNode node, String field, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            node.remove(field);
        } else {
            node.set(field, value);
        }
    }

    private static void dropEmpty(ObjectNode metadata) {
        for (String field : List.of("labels", "annotations", "finalizers", "ownerReferences", "managedFields")) {
            if (metadata.has(field) && metadata.get(field).isEmpty()) {
                metadata.remove(field);
            }
        }
    }

    private static boolean specChanged(ResourceType type, ObjectNode before, ObjectNode after) {
        return !spec(type, before).equals(spec(type, after));
    }

    private static ObjectNode spec(ResourceType type, ObjectNode object) {
        ObjectNode spec = object.objectNode();
        for (var field : object.properties()) {
            switch (field.getKey()) {
                case "kind", "apiVersion", "metadata" -> {}
                case "status" -> {
                    if (!type.hasStatus()) {
                        spec.set(field.getKey(), field.getValue());
                    }
                }
                default -> spec.set(field.getKey(), field.getValue());
            }
        }
        return spec;
    }

    /// Whether an object marked for deletion has lost its last finalizer.
    private static boolean released(ObjectNode before, ObjectNode after) {
        return before.path("metadata").has("deletionTimestamp")
                && after.path("metadata").path("finalizers").isEmpty();
    }

    private StoredObject requireExisting(RequestPath.Item item) {
        return store.get(item.type(), item.namespace(), item.name())
                .orElseThrow(() -> ApiException.notFound(item.type(), item.name()));
    }

    private boolean custom(ResourceType type) {
        return catalog.custom(type).isPresent();
    }

    private void requireNamespace(ResourceType type, String namespace) {
        if (type.namespaced()
                && store.get(BuiltInTypes.NAMESPACE, "", namespace).isEmpty()) {
            throw ApiException.notFound(BuiltInTypes.NAMESPACE, namespace);
        }
    }
}
