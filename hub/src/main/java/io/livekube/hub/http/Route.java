package io.livekube.hub.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// What a URL path addresses.
sealed interface Route {
    /// `/agent/v1/clusters/{cluster}/sync`.
    record Sync(String cluster) implements Route {}

    /// `/api/v1/clusters`.
    record Clusters() implements Route {}

    /// `/api/v1/clusters/{cluster}`.
    record OneCluster(String cluster) implements Route {}

    /// `/clusters/{cluster}/…`: the Kubernetes API of a cluster.
    record Kubernetes(String cluster, List<String> path) implements Route {
        public Kubernetes {
            path = List.copyOf(path);
        }
    }

    /// `/healthz`, `/livez`.
    record Health() implements Route {}

    record Ready() implements Route {}

    record Version() implements Route {}

    record Unknown() implements Route {}

    /// With a percent sign that begins no escape.
    record Malformed() implements Route {}

    /// How mistakes are told on it.
    default ErrorShape errors() {
        return this instanceof Kubernetes ? ErrorShape.KUBERNETES : ErrorShape.PLAIN;
    }

    static Route parse(String path) {
        List<String> parts;
        try {
            parts = Stream.of(path.substring(Math.min(1, path.length())).split("/", -1))
                    .map(Route::decode)
                    .toList();
        } catch (IllegalArgumentException e) {
            return new Malformed();
        }
        int size = parts.size();
        boolean v1Clusters =
                size >= 3 && parts.get(1).equals("v1") && parts.get(2).equals("clusters");
        return switch (parts.getFirst()) {
            case "agent" ->
                v1Clusters && size == 5 && parts.get(4).equals("sync") ? new Sync(parts.get(3)) : new Unknown();
            case "api" -> v1Clusters ? clusters(parts) : new Unknown();
            case "clusters" -> size >= 3 ? new Kubernetes(parts.get(1), parts.subList(2, size)) : new Unknown();
            case "healthz", "livez" -> size == 1 ? new Health() : new Unknown();
            case "readyz" -> size == 1 ? new Ready() : new Unknown();
            case "version" -> size == 1 ? new Version() : new Unknown();
            default -> new Unknown();
        };
    }

    private static Route clusters(List<String> parts) {
        return switch (parts.size()) {
            case 3 -> new Clusters();
            case 4 -> new OneCluster(parts.get(3));
            default -> new Unknown();
        };
    }

    private static String decode(String part) {
        return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
