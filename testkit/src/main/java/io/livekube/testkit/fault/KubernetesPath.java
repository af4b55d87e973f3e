package io.livekube.testkit.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Parts of a Kubernetes API path; absent parts are empty strings.
///
/// @param resource the plural, such as `pods`
public record KubernetesPath(String group, String namespace, String resource, String name, String subresource) {

    private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");

    /// Empty if the path is below neither `/api/VERSION` nor `/apis/GROUP/VERSION`, or names no resource.
    public static Optional<KubernetesPath> parse(String path) {
        Deque<String> parts =
                new ArrayDeque<>(List.of(path.replaceFirst("^/", "").split("/", -1)));
        String root = next(parts);
        if (!root.equals("api") && !root.equals("apis")) {
            return Optional.empty();
        }
        String group = root.equals("apis") ? next(parts) : "";
        next(parts);
        String resource = next(parts);
        if (resource.isEmpty()) {
            return Optional.empty();
        }
        String name = next(parts);
        String subresource = next(parts);
        if (!resource.equals("namespaces") || subresource.isEmpty() || NAMESPACE_SUBRESOURCES.contains(subresource)) {
            return Optional.of(new KubernetesPath(group, "", resource, name, subresource));
        }
        return Optional.of(new KubernetesPath(group, name, subresource, next(parts), next(parts)));
    }

    /// Whether this is `pods`, or `deployments.apps` with its group.
    public boolean is(String resourceOrQualified) {
        return resource.equals(resourceOrQualified) || (resource + "." + group).equals(resourceOrQualified);
    }

    private static String next(Deque<String> parts) {
        return parts.isEmpty() ? "" : parts.removeFirst();
    }
}
