package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Discovery in a single document: all groups, versions and resources (`apidiscovery.k8s.io/v2`).
final class AggregatedDiscovery {
    static final String CONTENT_TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final Catalog catalog;

    AggregatedDiscovery(Catalog catalog) {
        this.catalog = catalog;
    }

    /// Whether the aggregated form is the first supported one in the client's `Accept` header.
    static boolean wanted(ApiExchange exchange) {
        return Arrays.stream(exchange.header("Accept").orElse("").split(",", -1))
                .map(Representation.Clause::parse)
                .filter(Representation.Clause::json)
                .filter(clause -> !clause.parameters().containsKey("as") || aggregated(clause))
                .findFirst()
                .filter(AggregatedDiscovery::aggregated)
                .isPresent();
    }

    private static boolean aggregated(Representation.Clause clause) {
        return clause.parameters().getOrDefault("as", "").equals("APIGroupDiscoveryList")
                && clause.parameters().getOrDefault("v", "").equals("v2")
                && clause.parameters().getOrDefault("g", "").equals("apidiscovery.k8s.io");
    }

    ObjectNode document(boolean legacy) {
        ObjectNode tree = StoredJson.object("APIGroupDiscoveryList", "apidiscovery.k8s.io/v2");
        tree.putObject("metadata");
        ArrayNode items = tree.putArray("items");
        for (String group : legacy ? Set.of("") : catalog.groups()) {
            ObjectNode item = items.addObject();
            ObjectNode metadata = item.putObject("metadata");
            if (!group.isEmpty()) {
                metadata.put("name", group);
            }
            ArrayNode versions = item.putArray("versions");
            for (String version : catalog.versions(group)) {
                ObjectNode described = versions.addObject();
                described.put("version", version);
                ArrayNode resources = described.putArray("resources");
                catalog.types(group, version).forEach(type -> describe(type, resources.addObject()));
                described.put("freshness", "Current");
            }
        }
        return tree;
    }

    private static void describe(ResourceType type, ObjectNode resource) {
        resource.put("resource", type.plural());
        kind(type, resource);
        resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster");
        resource.put("singularResource", type.singular());
        verbs(resource, GroupDiscovery.verbs(type));
        GroupDiscovery.addAll(resource, "shortNames", type.shortNames());
        GroupDiscovery.addAll(resource, "categories", type.categories());
        if (type.hasStatus()) {
            ObjectNode status = resource.putArray("subresources").addObject();
            status.put("subresource", "status");
            kind(type, status);
            verbs(status, GroupDiscovery.statusVerbs());
        }
    }

    private static void kind(ResourceType type, ObjectNode node) {
        ObjectNode kind = node.putObject("responseKind");
        kind.put("group", type.group());
        kind.put("version", type.version());
        kind.put("kind", type.kind());
    }

    private static void verbs(ObjectNode node, List<String> verbs) {
        verbs.forEach(node.putArray("verbs")::add);
    }
}
