package io.livekube.hub.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What a URL path addresses.
sealed interface Route {
    /// `/agent/v1/clusters/{cluster}/sync`.
    record Sync(String cluster) implements Route {}

    /// `/agent/v1/clusters/{cluster}/tasks`.
    record Tasks(String cluster) implements Route {}

    /// `/agent/v1/clusters/{cluster}/tasks/{task}`.
    record OneTask(String cluster, String task) implements Route {}

    /// `/api/v1/clusters`.
    record Clusters() implements Route {}

    /// `/api/v1/clusters/{cluster}`.
    record OneCluster(String cluster) implements Route {}

    /// `/api/v1/clusters/{cluster}/sync`: how it is synced.
    record ClusterSync(String cluster) implements Route {}

    /// `/api/v1/clusters/{cluster}/…`: something more about it.
    record ClusterDetail(String cluster, Detail detail) implements Route {}

    /// What there is more about a cluster.
    enum Detail {
        RESYNC,
        MEMORY,
        EVENTS
    }

    /// `/api/v1/search`.
    record Search() implements Route {}

    /// `/api/v1/clusters/{cluster}/resources/{resource}`, or `/api/v1/resources/{resource}` of many
    /// clusters.
    ///
    /// @param cluster empty for many
    record Rows(String cluster, String resource) implements Route {}

    /// `/api/v1/clusters/{cluster}/related/{resource}/{namespace}/{name}`.
    ///
    /// @param namespace `-` for an object that is in none
    record Related(String cluster, String resource, String namespace, String name) implements Route {}

    /// `/api/v1/stream`.
    record Stream() implements Route {}

    /// `/clusters/{cluster}/…`: the Kubernetes API of a cluster.
    record Kubernetes(String cluster, List<String> path) implements Route {
        public Kubernetes {
            path = List.copyOf(path);
        }
    }

    /// `/healthz`, `/livez`.
    record Health() implements Route {}

    record Ready() implements Route {}

    record Metrics() implements Route {}

    record Version() implements Route {}

    /// `/` and `/assets/{file}`: the pages for people.
    record Dashboard(String file) implements Route {}

    record Unknown() implements Route {}

    /// With a percent sign that begins no escape.
    record Malformed() implements Route {}

    /// How mistakes are told on it.
    default ErrorShape errors() {
        return this instanceof Kubernetes ? ErrorShape.KUBERNETES : ErrorShape.PLAIN;
    }

    /// The cluster that it is about; empty if it is about none.
    default String about() {
        return switch (this) {
            case Sync sync -> sync.cluster();
            case Tasks tasks -> tasks.cluster();
            case OneTask task -> task.cluster();
            case OneCluster one -> one.cluster();
            case ClusterSync sync -> sync.cluster();
            case ClusterDetail detail -> detail.cluster();
            case Rows rows -> rows.cluster();
            case Related related -> related.cluster();
            case Kubernetes path -> path.cluster();
            case Stream _,
                    Search _,
                    Clusters _,
                    Health _,
                    Ready _,
                    Metrics _,
                    Version _,
                    Dashboard _,
                    Unknown _,
                    Malformed _ -> "";
        };
    }

    static Route parse(String path) {
        List<String> parts;
        try {
            parts = parts(path);
        } catch (IllegalArgumentException e) {
            return new Malformed();
        }
        int size = parts.size();
        boolean v1Clusters =
                size >= 3 && parts.get(1).equals("v1") && parts.get(2).equals("clusters");
        return switch (parts.getFirst()) {
            case "agent" -> v1Clusters ? agent(parts) : new Unknown();
            case "api" -> v1Clusters ? clusters(parts) : fleet(parts);
            case "clusters" -> size >= 3 ? new Kubernetes(parts.get(1), parts.subList(2, size)) : new Unknown();
            case "" -> size == 1 ? new Dashboard(DashboardEndpoint.INDEX) : new Unknown();
            case "assets" -> size == 2 ? new Dashboard("assets/" + parts.get(1)) : new Unknown();
            case "healthz", "livez" -> size == 1 ? new Health() : new Unknown();
            case "readyz" -> size == 1 ? new Ready() : new Unknown();
            case "metrics" -> size == 1 ? new Metrics() : new Unknown();
            case "version" -> size == 1 ? new Version() : new Unknown();
            default -> new Unknown();
        };
    }

    private static Route agent(List<String> parts) {
        return switch (parts.size()) {
            case 5 ->
                switch (parts.get(4)) {
                    case "sync" -> new Sync(parts.get(3));
                    case "tasks" -> new Tasks(parts.get(3));
                    default -> new Unknown();
                };
            case 6 -> parts.get(4).equals("tasks") ? new OneTask(parts.get(3), parts.get(5)) : new Unknown();
            default -> new Unknown();
        };
    }

    /// What is about all clusters.
    private static Route fleet(List<String> parts) {
        if (parts.size() < 3 || !parts.get(1).equals("v1")) {
            return new Unknown();
        }
        return switch (parts.get(2)) {
            case "search" -> parts.size() == 3 ? new Search() : new Unknown();
            case "stream" -> parts.size() == 3 ? new Stream() : new Unknown();
            case "resources" -> parts.size() == 4 ? new Rows("", parts.get(3)) : new Unknown();
            default -> new Unknown();
        };
    }

    private static Route clusters(List<String> parts) {
        return switch (parts.size()) {
            case 3 -> new Clusters();
            case 4 -> new OneCluster(parts.get(3));
            case 5 ->
                switch (parts.get(4)) {
                    case "sync" -> new ClusterSync(parts.get(3));
                    case "resync" -> new ClusterDetail(parts.get(3), Detail.RESYNC);
                    case "memory" -> new ClusterDetail(parts.get(3), Detail.MEMORY);
                    case "events" -> new ClusterDetail(parts.get(3), Detail.EVENTS);
                    default -> new Unknown();
                };
            case 6 -> parts.get(4).equals("resources") ? new Rows(parts.get(3), parts.get(5)) : new Unknown();
            case 8 ->
                parts.get(4).equals("related")
                        ? new Related(parts.get(3), parts.get(5), parts.get(6), parts.get(7))
                        : new Unknown();
            default -> new Unknown();
        };
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        int from = Math.min(1, path.length());
        for (int slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', from)) {
            parts.add(decode(path.substring(from, slash)));
            from = slash + 1;
        }
        parts.add(decode(path.substring(from)));
        return parts;
    }

    private static String decode(String part) {
        return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
