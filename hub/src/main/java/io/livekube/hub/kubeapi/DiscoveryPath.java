package io.livekube.hub.kubeapi;

import java.util.List;
import java.util.Optional;

/// Discovery path of the Kubernetes API.
sealed interface DiscoveryPath {
    /// `/version`.
    record Version() implements DiscoveryPath {}

    /// `/api`, or `/apis`.
    record Root(boolean core) implements DiscoveryPath {}

    /// `/apis/{group}`.
    record Group(String name) implements DiscoveryPath {}

    /// `/api/{version}`, `/apis/{group}/{version}`.
    record Kinds(String group, String version) implements DiscoveryPath {}

    /// `/openapi/…`, answered with the API server's documents.
    record Schemas(String path) implements DiscoveryPath {}

    /// Parses a path; empty if it is not a discovery path.
    static Optional<DiscoveryPath> parse(List<String> parts) {
        // kubectl sometimes requests "/apis/".
        List<String> path = parts.size() > 1 && parts.getLast().isEmpty() ? parts.subList(0, parts.size() - 1) : parts;
        int size = path.size();
        if (path.contains("") || path.stream().anyMatch(part -> part.indexOf('/') >= 0)) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                switch (path.getFirst()) {
                    case "version" -> size == 1 ? new Version() : null;
                    case "openapi" -> new Schemas("/" + String.join("/", path));
                    case "api" ->
                        switch (size) {
                            case 1 -> new Root(true);
                            case 2 -> new Kinds("", path.get(1));
                            default -> null;
                        };
                    case "apis" ->
                        switch (size) {
                            case 1 -> new Root(false);
                            case 2 -> new Group(path.get(1));
                            case 3 -> new Kinds(path.get(1), path.get(2));
                            default -> null;
                        };
                    default -> null;
                });
    }
}
