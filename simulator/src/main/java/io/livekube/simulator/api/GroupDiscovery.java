package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import java.util.List;

/// The unaggregated discovery documents, one per group and version.
final class GroupDiscovery {
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final List<String> NAMESPACE_VERBS =
            VERBS.stream().filter(verb -> !verb.equals("deletecollection")).toList();
    private static final List<String> STATUS_VERBS = List.of("get", "patch", "update");

    private final Catalog catalog;

    GroupDiscovery(Catalog catalog) {
        this.catalog = catalog;
    }

    static List<String> verbs(ResourceType type) {
        return type.equals(BuiltInTypes.NAMESPACE) ? NAMESPACE_VERBS : VERBS;
    }

    static List<String> statusVerbs() {
        return STATUS_VERBS;
    }

    ObjectNode paths() {
        ObjectNode tree = StoredJson.object();
        ArrayNode paths = tree.putArray("paths");
        paths.add("/api").add("/api/v1").add("/apis");
        for (String group : catalog.groups()) {
            paths.add("/apis/" + group);
            catalog.versions(group).forEach(version -> paths.add("/apis/" + group + "/" + version));
        }
        paths.add("/healthz").add("/livez").add("/readyz").add("/version");
        return tree;
    }

    /// `/api`.
    ObjectNode legacyVersions(String serverAddress) {
        ObjectNode tree = StoredJson.object();
        tree.put("kind", "APIVersions");
        tree.putArray("versions").add("v1");
        ObjectNode address = tree.putArray("serverAddressByClientCIDRs").addObject();
        address.put("clientCIDR", "0.0.0.0/0");
        address.put("serverAddress", serverAddress);
        return tree;
    }

    /// `/apis`.
    ObjectNode groups() {
        ObjectNode tree = StoredJson.object("APIGroupList", "v1");
        ArrayNode groups = tree.putArray("groups");
        catalog.groups().forEach(group -> describe(group, groups.addObject()));
        return tree;
    }

    ObjectNode group(String group) {
        ObjectNode tree = StoredJson.object("APIGroup", "v1");
        describe(group, tree);
        return tree;
    }

    private void describe(String group, ObjectNode tree) {
        tree.put("name", group);
        ArrayNode versions = tree.putArray("versions");
        List<String> names = catalog.versions(group);
        for (String version : names) {
            describe(group, version, versions.addObject());
        }
        describe(group, names.getFirst(), tree.putObject("preferredVersion"));
    }

    private static void describe(String group, String version, ObjectNode tree) {
        tree.put("groupVersion", group + "/" + version);
        tree.put("version", version);
    }

    /// `/api/v1`, `/apis/apps/v1`.
    ObjectNode resources(String group, String version) {
        ObjectNode tree = StoredJson.object();
        tree.put("kind", "APIResourceList");
        if (!group.isEmpty()) {
            tree.put("apiVersion", "v1");
        }
        tree.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = tree.putArray("resources");
        for (ResourceType type : catalog.types(group, version)) {
            ObjectNode resource = describe(type, type.plural(), type.singular(), verbs(type), resources.addObject());
            addAll(resource, "shortNames", type.shortNames());
            addAll(resource, "categories", type.categories());
            if (type.hasStatus()) {
                describe(type, type.plural() + "/status", "", STATUS_VERBS, resources.addObject());
            }
        }
        return tree;
    }

    private static ObjectNode describe(
            ResourceType type, String name, String singular, List<String> verbs, ObjectNode resource) {
        resource.put("name", name);
        resource.put("singularName", singular);
        resource.put("namespaced", type.namespaced());
        resource.put("kind", type.kind());
        verbs.forEach(resource.putArray("verbs")::add);
        return resource;
    }

    static void addAll(ObjectNode node, String field, List<String> values) {
        if (!values.isEmpty()) {
            values.forEach(node.putArray(field)::add);
        }
    }
}
