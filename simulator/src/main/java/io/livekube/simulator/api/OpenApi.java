package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import java.util.List;
import java.util.Optional;

/// OpenAPI v3 without schemas: just enough for clients to leave field validation to the server.
///
/// `kubectl create` works without flags, `kubectl explain` does not work.
final class OpenApi {
    private static final String ROOT = "/openapi/v3/";

    private final Catalog catalog;

    OpenApi(Catalog catalog) {
        this.catalog = catalog;
    }

    /// `/openapi/v3`: the index of the documents.
    ObjectNode index() {
        ObjectNode tree = StoredJson.object();
        ObjectNode paths = tree.putObject("paths");
        for (ResourceType type : catalog.types()) {
            String path = path(type);
            paths.putObject(path).put("serverRelativeURL", ROOT + path);
        }
        return tree;
    }

    /// The document of one group and version, by the path below `/openapi/v3/`.
    Optional<ObjectNode> document(String path) {
        List<ResourceType> types =
                catalog.types().stream().filter(type -> path(type).equals(path)).toList();
        return types.isEmpty() ? Optional.empty() : Optional.of(document(path, types));
    }

    private static ObjectNode document(String path, List<ResourceType> types) {
        ObjectNode tree = StoredJson.object();
        tree.put("openapi", "3.0.0");
        ObjectNode info = tree.putObject("info");
        info.put("title", "Kubernetes");
        info.put("version", "unversioned");
        ObjectNode paths = tree.putObject("paths");
        for (ResourceType type : types) {
            String scope = type.namespaced() ? "/namespaces/{namespace}/" : "/";
            ObjectNode patch = paths.putObject("/" + path + scope + type.plural() + "/{name}")
                    .putObject("patch");
            ObjectNode parameter = patch.putArray("parameters").addObject();
            parameter.put("name", "fieldValidation");
            parameter.put("in", "query");
            parameter.putObject("schema").put("type", "string");
            patch.putObject("responses");
            ObjectNode kind = patch.putObject("x-kubernetes-group-version-kind");
            kind.put("group", type.group());
            kind.put("version", type.version());
            kind.put("kind", type.kind());
        }
        return tree;
    }

    private static String path(ResourceType type) {
        return type.group().isEmpty() ? "api/" + type.version() : "apis/" + type.apiVersion();
    }
}
