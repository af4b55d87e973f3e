package io.livekube.hub.http;

import io.livekube.hub.metrics.Vitals;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What the hub serves, path by path.
record Endpoints(
        DashboardEndpoint dashboard,
        SyncEndpoint sync,
        TaskEndpoint tasks,
        ControlEndpoint control,
        ClusterReads clusters,
        SearchEndpoint search,
        KubernetesReads kubernetes,
        FleetEndpoints fleet,
        QuickReads quick,
        Vitals vitals,
        String version) {
    private static final String TEXT = "text/plain; charset=utf-8";

    /// Answers everything that has no body, and that nobody waits for.
    void answer(Exchange exchange, Route route) throws InterruptedException {
        switch (route) {
            case Route.Clusters _ -> clusters.list(exchange);
            case Route.OneCluster one -> {
                if (exchange.method().equals("DELETE")) {
                    control.remove(exchange, one.cluster());
                } else {
                    clusters.one(exchange, one.cluster());
                }
            }
            case Route.ClusterDetail more -> control.detail(exchange, more);
            case Route.Search _ -> search.answer(exchange);
            case Route.Rows of -> fleet.rows().answer(exchange, of);
            case Route.Related of -> fleet.related().answer(exchange, of);
            case Route.Stream _ -> fleet.streams().answer(exchange);
            case Route.Kubernetes path -> kubernetes.answer(exchange, path);
            case Route.Health _ -> tell(exchange, vitals.liveness().problems());
            case Route.Ready _ ->
                tell(exchange, vitals.readiness().warming().stream().toList());
            case Route.Metrics _ -> {
                requireGet(exchange);
                byte[] figures = vitals.metrics().scrape().getBytes(StandardCharsets.UTF_8);
                exchange.send(200, "text/plain; version=0.0.4; charset=utf-8", figures);
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
            case Route.Dashboard page -> dashboard.answer(exchange, page.file());
            case Route.Sync _,
                    Route.Tasks _,
                    Route.OneTask _,
                    Route.ClusterSync _,
                    Route.Unknown _,
                    Route.Malformed _ -> throw HttpProblem.of(404, "The hub has nothing at this path.");
        }
    }

    /// Tells a probe what is wrong, or that nothing is.
    private static void tell(Exchange exchange, List<String> wrong) {
        requireGet(exchange);
        String text = wrong.isEmpty() ? "ok" : String.join("\n", wrong);
        exchange.send(wrong.isEmpty() ? 200 : 503, TEXT, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void requireGet(Exchange exchange) {
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw HttpProblem.methodNotAllowed(
                    "GET, HEAD", "This can be read with GET, not with %s.".formatted(exchange.method()));
        }
    }
}
