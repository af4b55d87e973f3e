package io.livekube.hub.select;

import io.livekube.apimachinery.selector.SelectableFields;
import io.livekube.core.model.Resource;
import io.livekube.hub.discovery.CustomKindDefinition;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.WellKnownKinds;
import java.util.List;
import java.util.Optional;

/// Looks up the selectable fields of a kind in a cluster, including those defined in its
/// CustomResourceDefinition.
public final class SelectableFieldLookup {
    private SelectableFieldLookup() {}

    /// The selectable fields of a kind.
    ///
    /// @param namespaced whether the kind is namespaced, as far as the hub knows
    public static SelectableFields of(ClusterMirror cluster, Resource resource, boolean namespaced) {
        if (WellKnownKinds.number(resource) >= 0) {
            return SelectableFields.builtIn(resource.toString(), resource.version());
        }
        Optional<CustomKindDefinition> definition = cluster.kind(CustomKindDefinition.RESOURCE)
                .flatMap(kind -> kind.store().get("", resource.toString()))
                .flatMap(CustomKindDefinition::read);
        if (definition.isPresent()) {
            List<String> paths = definition
                    .get()
                    .version(resource.version())
                    .map(CustomKindDefinition.Version::selectable)
                    .orElse(List.of());
            return SelectableFields.custom(namespaced, paths);
        }
        // Built-in groups have no dot or end in .k8s.io; a CRD in such a group was found in the mirror, above.
        String group = resource.group();
        boolean builtIn = !group.contains(".") || group.endsWith(".k8s.io");
        return builtIn
                ? SelectableFields.builtIn(resource.toString(), resource.version())
                : SelectableFields.custom(namespaced, List.of());
    }
}
