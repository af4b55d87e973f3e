package io.livekube.hub.http;

import java.nio.charset.StandardCharsets;

/// What the hub serves, path by path.
record Endpoints(SyncEndpoint sync, ClusterReads clusters, KubernetesReads kubernetes, String version) {

    /// Answers everything but the sync, whose body comes first.
    void answer(Exchange exchange, Route route) {
        switch (route) {
            case Route.Clusters _ -> clusters.list(exchange);
            case Route.OneCluster one -> clusters.one(exchange, one.cluster());
            case Route.Kubernetes path -> kubernetes.answer(exchange, path);
            case Route.Health _, Route.Ready _ -> {
                requireGet(exchange);
                exchange.send(200, "text/plain; charset=utf-8", "ok\n".getBytes(StandardCharsets.UTF_8));
            }
            case Route.Version _ -> {
                requireGet(exchange);
                exchange.send(
                        200,
                        Answers.JSON,
                        Documents.bytes(Documents.object()
                                .put("version", version)
                                .put("java", Runtime.version().toString())));
            }
            case Route.Sync _, Route.Unknown _, Route.Malformed _ ->
                throw HttpProblem.of(404, "The hub has nothing at this path.");
        }
    }

    private static void requireGet(Exchange exchange) {
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw HttpProblem.methodNotAllowed(
                    "GET, HEAD", "This can be read with GET, not with %s.".formatted(exchange.method()));
        }
    }
}
