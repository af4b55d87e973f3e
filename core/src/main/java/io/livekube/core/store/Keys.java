package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Comparator;

/// The order of keys: by namespace, then name, the same as of [io.livekube.core.model.ObjectKey], without making one.
final class Keys {
    static final Comparator<KubeObject> ORDER = (a, b) -> compare(a.namespace(), a.name(), b.namespace(), b.name());

    private Keys() {}

    @SuppressWarnings("ReferenceEquality") // most namespaces are one shared instance: no need to look at its characters
    static int compare(String namespace, String name, String otherNamespace, String otherName) {
        int order = namespace == otherNamespace ? 0 : namespace.compareTo(otherNamespace);
        return order != 0 ? order : name.compareTo(otherName);
    }
}
