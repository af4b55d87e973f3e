package io.livekube.hub.kubeapi;

import io.livekube.core.model.Resource;
import java.util.List;

/// Resource that a path of the Kubernetes API addresses, judging by syntax alone.
sealed interface ResourcePath {
    /// All objects of a kind, or those of one namespace; an empty namespace means all.
    record Collection(Resource resource, String namespace) implements ResourcePath {}

    /// One object; the namespace is empty for cluster-scoped objects.
    record Item(Resource resource, String namespace, String name) implements ResourcePath {}

    record Unknown() implements ResourcePath {}

    /// Parses `api/v1/…` and `apis/GROUP/VERSION/…`.
    static ResourcePath parse(List<String> parts) {
        if (parts.contains("")) {
            return new Unknown();
        }
        int size = parts.size();
        if (size >= 3 && parts.getFirst().equals("api")) {
            return inVersion("", parts.get(1), parts.subList(2, size));
        }
        if (size >= 4 && parts.getFirst().equals("apis")) {
            return inVersion(parts.get(1), parts.get(2), parts.subList(3, size));
        }
        return new Unknown();
    }

    private static ResourcePath inVersion(String group, String version, List<String> rest) {
        boolean inNamespace = rest.size() >= 3 && rest.getFirst().equals("namespaces");
        String namespace = inNamespace ? rest.get(1) : "";
        List<String> own = inNamespace ? rest.subList(2, rest.size()) : rest;
        boolean possible = (group.isEmpty() || NameSyntax.isLabels(group))
                && NameSyntax.isLabels(version)
                && NameSyntax.isLabels(own.getFirst());
        boolean inSome = namespace.isEmpty() || NameSyntax.isLabel(namespace);
        if (!possible || !inSome || own.size() > 2) {
            return new Unknown();
        }
        Resource resource = new Resource(group, version, own.getFirst());
        if (own.size() == 1) {
            return new Collection(resource, namespace);
        }
        return NameSyntax.isName(own.get(1)) ? new Item(resource, namespace, own.get(1)) : new Unknown();
    }
}
