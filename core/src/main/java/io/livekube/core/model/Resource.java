package io.livekube.core.model;

/// Resource that can be listed and watched: group, version and plural name.
public record Resource(String group, String version, String plural) {
    public Resource {
        if (version.isEmpty() || plural.isEmpty()) {
            throw new IllegalArgumentException(
                    "a resource needs a version and a plural name, got '%s/%s/%s'".formatted(group, version, plural));
        }
    }

    /// A resource of the core group, such as `core("v1", "pods")`.
    public static Resource core(String version, String plural) {
        return new Resource("", version, plural);
    }

    /// The path of its collection across all namespaces: `/api/v1/pods`, `/apis/apps/v1/deployments`.
    public String path() {
        return root() + "/" + plural;
    }

    /// The path of its collection in one namespace.
    public String path(String namespace) {
        return root() + "/namespaces/" + namespace + "/" + plural;
    }

    /// Group and version as objects name them: `v1`, `apps/v1`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// As in kubectl: `pods`, `deployments.apps`.
    @Override
    public String toString() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    private String root() {
        return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    }
}
