package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// DELETE: removes objects at once, or sets a deletionTimestamp where finalizers delay the removal.
///
/// There is no kubelet and no controller: pods are removed without a grace period, the contents of a
/// namespace or a CRD are removed with it, and dependents of other objects stay. `Orphan` sets the finalizer
/// as the real server does; without a garbage collector, the object stays until a client removes it.
final class DeleteHandler {
    private static final int ATTEMPTS = 20;
    private static final String ORPHAN = "orphan";

    /// Namespaces that cannot be deleted.
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final ObjectStore store;
    private final Catalog catalog;
    private final InstantSource clock;

    DeleteHandler(ObjectStore store, Catalog catalog, InstantSource clock) {
        this.store = store;
        this.catalog = catalog;
        this.clock = clock;
    }

    /// Result of a deletion.
    ///
    /// @param gone false if finalizers delay the removal
    record Deleted(StoredObject object, boolean gone) {
        /// The response for types that respond with a `Status`.
        ObjectNode toStatus(ResourceType type) {
            ObjectNode status = StoredJson.object("Status", "v1");
            status.putObject("metadata");
            status.put("status", "Success");
            ObjectNode details = status.putObject("details");
            details.put("name", object.name());
            if (!type.group().isEmpty()) {
                details.put("group", type.group());
            }
            details.put("kind", type.plural());
            details.set("uid", object.toTree().path("metadata").path("uid"));
            return status;
        }
    }

    Deleted delete(RequestPath.Item item, ApiExchange exchange) {
        DeleteOptions options = DeleteOptions.parse(exchange);
        if (item.type().equals(BuiltInTypes.NAMESPACE) && IMMORTAL.contains(item.name())) {
            throw new ApiException(
                            403,
                            "Forbidden",
                            "namespaces \"" + item.name() + "\" is forbidden: this namespace may not be deleted")
                    .about(item.type(), item.name());
        }
        for (int attempt = 1; ; attempt++) {
            StoredObject current = store.get(item.type(), item.namespace(), item.name())
                    .orElseThrow(() -> ApiException.notFound(item.type(), item.name()));
            check(item, options.preconditions(), current);
            if (options.dryRun()) {
                return new Deleted(current, true);
            }
            try {
                return delete(item.type(), current, options.orphan());
            } catch (ApiException e) {
                if (e.code() != 409 || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /// Deletes all selected objects; those that vanish meanwhile count as deleted.
    List<StoredObject> deleteAll(RequestPath.Collection collection, ObjectFilter filter, DeleteOptions options) {
        List<StoredObject> selected = store.snapshot(collection.type(), store.revision())
                .objects(collection.namespace(), "")
                .filter(filter)
                .toList();
        if (options.dryRun()) {
            return selected;
        }
        List<StoredObject> deleted = new ArrayList<>();
        for (StoredObject object : selected) {
            try {
                deleted.add(delete(collection.type(), object, options.orphan()).object());
            } catch (ApiException e) {
                if (e.code() != 404 && e.code() != 409) {
                    throw e;
                }
            }
        }
        return deleted;
    }

    private Deleted delete(ResourceType type, StoredObject current, boolean orphan) {
        ObjectNode object = current.toTree();
        ObjectNode metadata = object.withObject("/metadata");
        boolean held = !metadata.path("finalizers").isEmpty();
        if (held && metadata.has("deletionTimestamp")) {
            return new Deleted(current, false);
        }
        if (orphan) {
            metadata.withArray("finalizers").add(ORPHAN);
        }
        if (held || orphan) {
            markDeleted(metadata);
            if (type.equals(BuiltInTypes.NAMESPACE)) {
                object.withObject("/status").put("phase", "Terminating");
            }
            return new Deleted(store.update(type, object), false);
        }
        if (type.equals(BuiltInTypes.NAMESPACE)) {
            markDeleted(metadata);
            object.withObject("/status").put("phase", "Terminating");
            StoredObject terminating = store.update(type, object);
            catalog.types().stream().filter(ResourceType::namespaced).forEach(t -> empty(t, current.name()));
            return new Deleted(store.delete(type, terminating), true);
        }
        if (type.equals(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION)) {
            JsonNode spec = object.path("spec");
            catalog.types().stream()
                    .filter(t -> t.group().equals(spec.path("group").asText())
                            && t.plural()
                                    .equals(spec.path("names").path("plural").asText()))
                    .findFirst()
                    .ifPresent(t -> empty(t, ""));
        }
        StoredObject last = store.delete(type, current);
        if (type.equals(BuiltInTypes.POD)) {
            // The response shows the grace period that the real server would have granted; the store does not.
            markDeleted(metadata);
            return new Deleted(store.unstored(type, object), true);
        }
        return new Deleted(last, true);
    }

    private void markDeleted(ObjectNode metadata) {
        metadata.put(
                "deletionTimestamp",
                clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        metadata.put("deletionGracePeriodSeconds", 0);
        if (metadata.has("generation")) {
            metadata.put("generation", metadata.path("generation").asLong() + 1);
        }
    }

    /// Removes all objects of a type, in one namespace or in all; concurrent removals are fine.
    private void empty(ResourceType type, String namespace) {
        List<StoredObject> all =
                store.snapshot(type, store.revision()).objects(namespace, "").toList();
        for (StoredObject object : all) {
            try {
                store.delete(type, object.namespace(), object.name());
            } catch (ApiException e) {
                if (e.code() != 404) {
                    throw e;
                }
            }
        }
    }

    private static void check(RequestPath.Item item, JsonNode preconditions, StoredObject current) {
        String uid = preconditions.path("uid").asText();
        String actualUid = uid.isEmpty()
                ? ""
                : current.toTree().path("metadata").path("uid").asText();
        if (!uid.equals(actualUid)) {
            throw conflict(
                    item,
                    "the UID in the precondition (" + uid + ") does not match the UID in record (" + actualUid
                            + "). The object might have been deleted and then recreated");
        }
        String version = preconditions.path("resourceVersion").asText();
        if (!version.isEmpty() && !version.equals(Long.toString(current.revision()))) {
            throw conflict(
                    item,
                    "the ResourceVersion in the precondition (" + version
                            + ") does not match the ResourceVersion in record (" + current.revision()
                            + "). The object might have been modified");
        }
    }

    private static ApiException conflict(RequestPath.Item item, String why) {
        ResourceType type = item.type();
        String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
        return new ApiException(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on " + kind + " \"" + item.name() + "\": " + why)
                .aboutKind(type, item.name());
    }
}
