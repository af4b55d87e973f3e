package io.livekube.simulator.resource;

import java.util.List;

/// Resource type as discovery describes it.
public record ResourceType(
        String group,
        String version,
        String kind,
        String plural,
        String singular,
        boolean namespaced,
        boolean hasStatus,
        List<String> shortNames,
        List<String> categories) {

    public ResourceType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    /// The `apiVersion` of its objects: `v1`, `apps/v1`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// The `kind` of its lists.
    public String listKind() {
        return kind + "List";
    }

    /// Whether `metadata.generation` counts changes of the spec, which the API server does for some types
    /// only.
    public boolean hasGeneration() {
        return BuiltInTypes.hasGeneration(this);
    }

    /// The name in errors and CRD names: `pods`, `deployments.apps`.
    public String qualifiedName() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    @Override
    public String toString() {
        return apiVersion() + "/" + plural;
    }
}
