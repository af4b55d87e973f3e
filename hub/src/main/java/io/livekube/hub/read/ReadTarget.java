package io.livekube.hub.read;

import io.livekube.core.model.Resource;

/// What is read.
///
/// @param namespace empty for all namespaces, or for a cluster-scoped kind
/// @param name of one object; empty for a list
public record ReadTarget(Resource resource, String namespace, String name) {
    /// A list.
    public static ReadTarget list(Resource resource, String namespace) {
        return new ReadTarget(resource, namespace, "");
    }

    /// Whether it is one object, not a list.
    public boolean single() {
        return !name.isEmpty();
    }

    /// Whether it is everything of the kind.
    boolean whole() {
        return namespace.isEmpty() && name.isEmpty();
    }
}
