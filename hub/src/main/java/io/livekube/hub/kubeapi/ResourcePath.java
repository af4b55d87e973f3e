package io.livekube.hub.kubeapi;

import io.livekube.core.model.Resource;
import io.livekube.hub.read.ReadTarget;
import java.util.List;
import java.util.Optional;

/// Path of the Kubernetes API that addresses objects: `api/v1/…` and `apis/GROUP/VERSION/…`.
final class ResourcePath {
    private ResourcePath() {}

    /// Objects that a path addresses, judging by syntax alone; empty if it addresses none.
    static Optional<ReadTarget> parse(List<String> parts) {
        int size = parts.size();
        if (parts.contains("")) {
            return Optional.empty();
        }
        if (size >= 3 && parts.getFirst().equals("api")) {
            return inVersion("", parts.get(1), parts.subList(2, size));
        }
        if (size >= 4 && parts.getFirst().equals("apis")) {
            return inVersion(parts.get(1), parts.get(2), parts.subList(3, size));
        }
        return Optional.empty();
    }

    private static Optional<ReadTarget> inVersion(String group, String version, List<String> rest) {
        boolean inNamespace = rest.size() >= 3 && rest.getFirst().equals("namespaces");
        String namespace = inNamespace ? rest.get(1) : "";
        List<String> own = inNamespace ? rest.subList(2, rest.size()) : rest;
        boolean possible = (group.isEmpty() || NameSyntax.isLabels(group))
                && NameSyntax.isLabels(version)
                && NameSyntax.isLabels(own.getFirst())
                && (namespace.isEmpty() || NameSyntax.isLabel(namespace))
                && (own.size() == 1 || (own.size() == 2 && NameSyntax.isName(own.getLast())));
        Resource resource = new Resource(group, version, own.getFirst());
        return possible
                ? Optional.of(new ReadTarget(resource, namespace, own.size() == 1 ? "" : own.getLast()))
                : Optional.empty();
    }
}
