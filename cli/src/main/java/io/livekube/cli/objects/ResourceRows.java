package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.ClusterFreshness;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.PagedRead;
import io.livekube.cli.hubclient.QueryString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All rows of a resource, and the freshness of each cluster.
///
/// @param resourceInfo the first page, which describes the resource
/// @param refusals errors of clusters without rows, by cluster
record ResourceRows(
        JsonNode resourceInfo, List<JsonNode> rows, List<ClusterFreshness> clusters, Map<String, String> refusals) {
    private static final String PAGE = "1000";

    static ResourceRows read(
            HubClient client, ObjectOptions options, String resource, List<String> clusters, List<String> names) {
        boolean namespaced =
                options.allNamespaces() || head(client, resource, clusters).namespaced();
        return names.isEmpty()
                ? read(client, resource, options.query(clusters, "", namespaced), options.sort())
                : names.stream()
                        .map(name -> options.query(clusters, "metadata.name=" + name, namespaced))
                        .map(query -> read(client, resource, query, options.sort()))
                        .reduce(ResourceRows::plus)
                        .orElseThrow();
    }

    /// Describes the resource and the freshness of each cluster, with at most one row.
    static ResourceRows head(HubClient client, String resource, List<String> clusters) {
        var query = new QueryString();
        clusters.forEach(cluster -> query.with("cluster", cluster));
        return page(client.get(path(resource, query.with("limit", "1"))));
    }

    boolean namespaced() {
        return resourceInfo.path("namespaced").asBoolean();
    }

    private static ResourceRows read(HubClient client, String resource, QueryString query, String sort) {
        String path = path(resource, query.withIf(!sort.isEmpty(), "sort", sort).with("limit", PAGE));
        return PagedRead.read("the rows of " + resource, () -> pages(client, path));
    }

    /// @return empty if the hub no longer has the state that the pages show
    private static Optional<ResourceRows> pages(HubClient client, String path) {
        JsonNode next = client.get(path);
        ResourceRows all = page(next);
        while (next.hasNonNull("cursor")) {
            Optional<JsonNode> more = client.page(
                    path + "&cursor=" + QueryString.encode(next.path("cursor").asText()));
            if (more.isEmpty()) {
                return Optional.empty();
            }
            next = more.get();
            next.path("rows").forEach(all.rows::add);
        }
        return Optional.of(all);
    }

    private static String path(String resource, QueryString query) {
        return "/api/v1/resources/" + QueryString.encode(resource) + query;
    }

    private static ResourceRows page(JsonNode first) {
        var rows = new ArrayList<JsonNode>();
        first.path("rows").forEach(rows::add);
        var states = new ArrayList<ClusterFreshness>();
        var refusals = new LinkedHashMap<String, String>();
        for (JsonNode part : first.path("clusters")) {
            String cluster = part.path("cluster").asText();
            if (part.hasNonNull("error")) {
                refusals.put(cluster, part.path("error").asText());
            } else {
                states.add(ClusterFreshness.of(part));
            }
        }
        return new ResourceRows(first, rows, states, refusals);
    }

    private ResourceRows plus(ResourceRows more) {
        var all = new ArrayList<>(rows);
        all.addAll(more.rows);
        return new ResourceRows(resourceInfo, all, clusters, refusals);
    }
}
