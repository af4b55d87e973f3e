package io.livekube.hub.select;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.WellKnownKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// Looks up the selectable fields of a kind in a cluster, including those defined in its
/// CustomResourceDefinition.
public final class SelectableFieldLookup {
    private static final Resource DEFINITIONS = new Resource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final JsonMapper MAPPER = new JsonMapper();

    private SelectableFieldLookup() {}

    /// The selectable fields of a kind.
    ///
    /// @param namespaced whether the kind is namespaced, as far as the hub knows
    public static SelectableFields of(ClusterMirror cluster, Resource resource, boolean namespaced) {
        if (WellKnownKinds.number(resource) >= 0) {
            return SelectableFields.builtIn(resource.toString(), resource.version());
        }
        Optional<KubeObject> definition =
                cluster.kind(DEFINITIONS).flatMap(kind -> kind.store().get("", resource.toString()));
        if (definition.isPresent()) {
            return SelectableFields.custom(namespaced, paths(definition.get(), resource.version()));
        }
        // Built-in groups have no dot or end in .k8s.io; a CRD in such a group was found in the mirror, above.
        String group = resource.group();
        boolean builtIn = !group.contains(".") || group.endsWith(".k8s.io");
        return builtIn
                ? SelectableFields.builtIn(resource.toString(), resource.version())
                : SelectableFields.custom(namespaced, List.of());
    }

    private static List<String> paths(KubeObject definition, String version) {
        JsonNode crd;
        try {
            crd = MAPPER.readTree(definition.content());
        } catch (IOException e) {
            throw new UncheckedIOException("stored objects are valid JSON", e);
        }
        return crd.path("spec")
                .path("versions")
                .valueStream()
                .filter(one -> one.path("name").asText().equals(version))
                .flatMap(one -> one.path("selectableFields").valueStream())
                .map(field -> field.path("jsonPath").asText())
                .filter(path -> !path.isEmpty())
                .toList();
    }
}
