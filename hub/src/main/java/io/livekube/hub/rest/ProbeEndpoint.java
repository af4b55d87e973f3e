package io.livekube.hub.rest;

import io.livekube.hub.health.Liveness;
import io.livekube.hub.health.Readiness;
import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Health checks, metrics and version of the hub itself.
final class ProbeEndpoint {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final HubMetrics metrics;
    private final Liveness liveness;
    private final Readiness readiness;
    private final String version;

    ProbeEndpoint(HubMetrics metrics, Liveness liveness, Readiness readiness, String version) {
        this.metrics = metrics;
        this.liveness = liveness;
        this.readiness = readiness;
        this.version = version;
    }

    void liveness(HttpExchange exchange) {
        answer(exchange, liveness.problems());
    }

    void readiness(HttpExchange exchange) {
        answer(exchange, readiness.warming().stream().toList());
    }

    private static void answer(HttpExchange exchange, List<String> problems) {
        requireGet(exchange);
        String text = problems.isEmpty() ? "ok" : String.join("\n", problems);
        exchange.send(problems.isEmpty() ? 200 : 503, TEXT, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void metrics(HttpExchange exchange) {
        requireGet(exchange);
        exchange.send(200, PROMETHEUS, metrics.scrape().getBytes(StandardCharsets.UTF_8));
    }

    void version(HttpExchange exchange) {
        requireGet(exchange);
        exchange.send(
                200,
                JsonDocuments.object()
                        .put("version", version)
                        .put("java", Runtime.version().toString()));
    }

    private static void requireGet(HttpExchange exchange) {
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw HttpProblem.methodNotAllowed(
                    "GET, HEAD", "This path supports GET, not %s.".formatted(exchange.method()));
        }
    }
}
