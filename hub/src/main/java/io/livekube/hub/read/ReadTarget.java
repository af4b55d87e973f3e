package io.livekube.hub.read;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;

/// Target of a read: a kind, a namespace of it, or one object.
///
/// @param namespace empty for all namespaces, or for a cluster-scoped kind
/// @param name name of the object; empty for a list
public record ReadTarget(Resource resource, String namespace, String name) {
    /// Target for a list.
    public static ReadTarget list(Resource resource, String namespace) {
        return new ReadTarget(resource, namespace, "");
    }

    /// Whether the target is a single object.
    public boolean single() {
        return !name.isEmpty();
    }

    /// Whether an object of the kind belongs to it.
    public boolean includes(KubeObject object) {
        return single()
                ? name.equals(object.name()) && namespace.equals(object.namespace())
                : namespace.isEmpty() || namespace.equals(object.namespace());
    }

    /// Whether the target is the whole kind.
    boolean whole() {
        return namespace.isEmpty() && name.isEmpty();
    }
}
