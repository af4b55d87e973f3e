package io.livekube.hub.rest;

import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.RouteTable;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Health checks, metrics and version of the hub itself.
record ProbeEndpoint(HubMetrics metrics, Liveness liveness, Readiness readiness, String version) {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    void liveness(HttpExchange exchange, RouteTable.Variables path) {
        answer(exchange, liveness.problems());
    }

    void readiness(HttpExchange exchange, RouteTable.Variables path) {
        answer(exchange, readiness.warming().stream().toList());
    }

    private static void answer(HttpExchange exchange, List<String> problems) {
        String text = problems.isEmpty() ? "ok" : String.join("\n", problems);
        exchange.send(problems.isEmpty() ? 200 : 503, TEXT, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void metrics(HttpExchange exchange, RouteTable.Variables path) {
        exchange.send(200, PROMETHEUS, metrics.scrape().getBytes(StandardCharsets.UTF_8));
    }

    void version(HttpExchange exchange, RouteTable.Variables path) {
        exchange.send(
                200,
                JsonDocuments.object()
                        .put("version", version)
                        .put("java", Runtime.version().toString()));
    }
}
