package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.cli.hubclient.ClusterFreshness;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.PagedRead;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.OutputFormat;
import io.livekube.cli.terminal.Yaml;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Prints whole objects as JSON or YAML, read from the hub's Kubernetes API.
final class ManifestList {
    private static final String PAGE = "500";

    /// Names an object's cluster if there are several.
    private static final String CLUSTER_ANNOTATION = "livekube.io/cluster";

    private final HubClient client;
    private final ObjectOptions options;
    private final PrintWriter out;

    ManifestList(HubClient client, ObjectOptions options, PrintWriter out) {
        this.client = client;
        this.options = options;
        this.out = out;
    }

    /// @param warnings gets the freshness of each cluster
    void print(List<ObjectOptions.Wanted> wanted, List<String> clusters, Consumer<ResourceRows> warnings) {
        var objects = new ArrayList<ObjectNode>();
        for (ObjectOptions.Wanted one : wanted) {
            ResourceRows head = ResourceRows.head(client, one.resource(), clusters);
            warnings.accept(head);
            for (ClusterFreshness cluster : head.clusters()) {
                if (one.names().isEmpty()) {
                    list(head.resourceInfo(), cluster.cluster(), objects);
                }
                one.names().forEach(name -> object(head.resourceInfo(), cluster.cluster(), name, objects));
            }
        }
        boolean single = wanted.size() == 1
                && wanted.getFirst().names().size() == 1
                && clusters.size() == 1
                && objects.size() == 1;
        JsonNode document = single ? objects.getFirst() : asList(objects);
        if (options.output() == OutputFormat.json) {
            out.println(Yaml.json(document));
        } else {
            out.print(Yaml.write(document));
        }
    }

    private void object(JsonNode resourceInfo, String cluster, String name, List<ObjectNode> to) {
        String namespace = options.allNamespaces() ? "" : options.namespace();
        if (namespace.isEmpty() && resourceInfo.path("namespaced").asBoolean()) {
            list(resourceInfo, cluster, "metadata.name=" + name, to);
        } else {
            add(
                    client.get(root(cluster) + ResourceName.path(resourceInfo, namespace) + "/"
                            + QueryString.encode(name)),
                    cluster,
                    to);
        }
    }

    private void list(JsonNode resourceInfo, String cluster, List<ObjectNode> to) {
        list(resourceInfo, cluster, "", to);
    }

    private void list(JsonNode resourceInfo, String cluster, String fields, List<ObjectNode> to) {
        String path = root(cluster)
                + ResourceName.path(resourceInfo, options.allNamespaces() ? "" : options.namespace())
                + options.selectors(fields).with("limit", PAGE);
        String what = "%s of cluster %s".formatted(resourceInfo.path("resource").asText(), cluster);
        for (JsonNode item : PagedRead.read(what, () -> items(path))) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            object.put("apiVersion", resourceInfo.path("apiVersion").asText());
            object.put("kind", resourceInfo.path("kind").asText());
            object.setAll((ObjectNode) item);
            add(object, cluster, to);
        }
    }

    /// @return empty if the hub no longer has the state that the pages show
    private Optional<List<JsonNode>> items(String path) {
        var items = new ArrayList<JsonNode>();
        String next = "";
        do {
            Optional<JsonNode> page =
                    client.page(next.isEmpty() ? path : path + "&continue=" + QueryString.encode(next));
            if (page.isEmpty()) {
                return Optional.empty();
            }
            page.get().path("items").forEach(items::add);
            next = page.get().path("metadata").path("continue").asText();
        } while (!next.isEmpty());
        return Optional.of(items);
    }

    private void add(JsonNode object, String cluster, List<ObjectNode> to) {
        var whole = (ObjectNode) object;
        if (options.severalClusters()) {
            whole.withObjectProperty("metadata")
                    .withObjectProperty("annotations")
                    .put(CLUSTER_ANNOTATION, cluster);
        }
        to.add(whole);
    }

    private static String root(String cluster) {
        return "/clusters/" + QueryString.encode(cluster);
    }

    private static ObjectNode asList(List<ObjectNode> objects) {
        ObjectNode list = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1");
        ArrayNode items = list.putArray("items");
        objects.forEach(items::add);
        list.put("kind", "List");
        list.putObject("metadata").put("resourceVersion", "");
        return list;
    }
}
