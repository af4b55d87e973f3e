package io.livekube.hub.read;

import io.livekube.core.model.Resource;

/// What somebody wants to read.
///
/// @param namespace whose objects; empty for those of all, or for a kind that is in none
/// @param name of the one object; empty for a list
public record ReadTarget(Resource resource, String namespace, String name) {
    /// A list.
    public static ReadTarget list(Resource resource, String namespace) {
        return new ReadTarget(resource, namespace, "");
    }

    /// Whether it is one object, not a list.
    public boolean single() {
        return !name.isEmpty();
    }

    /// Whether it is all there is of the kind.
    boolean whole() {
        return namespace.isEmpty() && name.isEmpty();
    }
}
