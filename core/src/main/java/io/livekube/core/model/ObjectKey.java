package io.livekube.core.model;

import java.util.Comparator;

/// A name in a namespace; the namespace of a cluster-scoped object is empty. Ordered by namespace, then name.
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

    /// Reads `namespace/name`, or just `name` for a cluster-scoped object.
    public static ObjectKey parse(String text) {
        int slash = text.indexOf('/');
        if (text.isEmpty() || slash == text.length() - 1 || slash != text.lastIndexOf('/')) {
            throw new IllegalArgumentException("not a key: '" + text + "' (expected namespace/name or name)");
        }
        return slash < 0 ? new ObjectKey("", text) : new ObjectKey(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
