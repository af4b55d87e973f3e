package io.livekube.hub.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Discovery documents of the Kubernetes API for a catalogue.
///
/// @param catalogue kinds of the cluster
public record DiscoveryDocuments(ApiCatalogue catalogue) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /// Aggregated discovery of the core group, or of all other groups.
    ///
    /// @param version of the document format, `v2` or `v2beta1`
    public ObjectNode aggregated(boolean core, String version) {
        ObjectNode list = JSON.objectNode()
                .put("kind", "APIGroupDiscoveryList")
                .put("apiVersion", "apidiscovery.k8s.io/" + version);
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        groups(core).forEach(group -> {
            ObjectNode item = items.addObject();
            ObjectNode metadata = item.putObject("metadata");
            if (!group.name().isEmpty()) {
                metadata.put("name", group.name());
            }
            ArrayNode versions = item.putArray("versions");
            group.versions().forEach(one -> {
                ObjectNode node = versions.addObject().put("version", one.name());
                ArrayNode resources = node.putArray("resources");
                one.kinds().forEach(kind -> aggregated(resources.addObject(), kind));
                node.put("freshness", "Current");
            });
        });
        return list;
    }

    private static void aggregated(ObjectNode node, ApiKind kind) {
        node.put("resource", kind.kind().resource().plural());
        node.putObject("responseKind")
                .put("group", kind.kind().resource().group())
                .put("version", kind.kind().resource().version())
                .put("kind", kind.kind().kind());
        node.put("scope", kind.kind().namespaced() ? "Namespaced" : "Cluster");
        node.put("singularResource", kind.singular());
        names(node, kind);
    }

    /// Versions of the core group: `/api`.
    public ObjectNode coreVersions() {
        ObjectNode document = JSON.objectNode().put("kind", "APIVersions");
        ArrayNode versions = document.putArray("versions");
        groups(true).forEach(group -> group.versions().forEach(version -> versions.add(version.name())));
        document.putArray("serverAddressByClientCIDRs");
        return document;
    }

    /// All groups except the core group: `/apis`.
    public ObjectNode groupList() {
        ObjectNode document = JSON.objectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode all = document.putArray("groups");
        groups(false).forEach(group -> describe(all.addObject(), group));
        return document;
    }

    /// One group: `/apis/{group}`.
    public Optional<ObjectNode> group(String name) {
        return find(name).map(group -> {
            ObjectNode document = JSON.objectNode().put("kind", "APIGroup").put("apiVersion", "v1");
            describe(document, group);
            return document;
        });
    }

    /// Kinds of one version: `/api/v1`, `/apis/{group}/{version}`.
    public Optional<ObjectNode> resources(String group, String version) {
        return find(group)
                .flatMap(found -> found.versions().stream()
                        .filter(one -> one.name().equals(version))
                        .findFirst())
                .map(found -> {
                    ObjectNode document =
                            JSON.objectNode().put("kind", "APIResourceList").put("apiVersion", "v1");
                    document.put("groupVersion", groupVersion(group, version));
                    ArrayNode resources = document.putArray("resources");
                    found.kinds().forEach(kind -> {
                        ObjectNode node = resources.addObject();
                        node.put("name", kind.kind().resource().plural());
                        node.put("singularName", kind.singular());
                        node.put("namespaced", kind.kind().namespaced());
                        node.put("kind", kind.kind().kind());
                        names(node, kind);
                    });
                    return document;
                });
    }

    private static void describe(ObjectNode node, ApiCatalogue.Group group) {
        node.put("name", group.name());
        ArrayNode versions = node.putArray("versions");
        group.versions().forEach(version -> version(versions.addObject(), group, version));
        version(node.putObject("preferredVersion"), group, group.versions().getFirst());
    }

    private static void version(ObjectNode node, ApiCatalogue.Group group, ApiCatalogue.Version version) {
        node.put("groupVersion", groupVersion(group.name(), version.name())).put("version", version.name());
    }

    private static void names(ObjectNode node, ApiKind kind) {
        put(node, "verbs", kind.verbs());
        put(node, "shortNames", kind.shortNames());
        put(node, "categories", kind.categories());
    }

    private static void put(ObjectNode node, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode array = node.putArray(field);
            texts.forEach(array::add);
        }
    }

    private static String groupVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }

    private List<ApiCatalogue.Group> groups(boolean core) {
        return catalogue.groups().stream()
                .filter(group -> group.name().isEmpty() == core)
                .toList();
    }

    private Optional<ApiCatalogue.Group> find(String name) {
        return catalogue.groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst();
    }
}
