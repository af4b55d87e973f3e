package io.livekube.agent.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// HTTP server for `/healthz`, `/readyz` and `/metrics`. Exposes numbers and names of kinds, but no object data.
public final class HealthServer implements AutoCloseable {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    private static final int WAITING = 16;

    /// How long a request may take to arrive; unlimited in the JDK's server unless set.
    private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

    private final HttpServer server;

    /// One thread per request, so that an incomplete request can't delay a probe.
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("livekube-health-", 0).factory());

    private HealthServer(HttpServer server) {
        this.server = server;
    }

    /// Sources of the responses.
    ///
    /// @param problems reasons for failing liveness
    /// @param waitingFor reasons for failing readiness
    /// @param metrics in the Prometheus text format
    public record Sources(
            Supplier<List<String>> problems, Supplier<List<String>> waitingFor, Supplier<String> metrics) {}

    /// Starts to listen.
    ///
    /// @throws UncheckedIOException if the address can't be bound; the message names it
    public static HealthServer listen(InetSocketAddress address, Sources sources) {
        if (System.getProperty(REQUEST_SECONDS) == null) {
            System.setProperty(REQUEST_SECONDS, "10");
        }
        try {
            HttpServer http = HttpServer.create(address, WAITING);
            var server = new HealthServer(http);
            http.setExecutor(server.threads);
            http.createContext(
                    "/", exchange -> answer(exchange, 404, TEXT, "not found; try /healthz, /readyz or /metrics\n"));
            http.createContext(
                    "/healthz", exchange -> probe(exchange, sources.problems().get()));
            http.createContext(
                    "/livez", exchange -> probe(exchange, sources.problems().get()));
            http.createContext(
                    "/readyz", exchange -> probe(exchange, sources.waitingFor().get()));
            http.createContext(
                    "/metrics",
                    exchange -> answer(exchange, 200, METRICS, sources.metrics().get()));
            http.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static void probe(HttpExchange exchange, List<String> wrong) throws IOException {
        answer(exchange, wrong.isEmpty() ? 200 : 503, TEXT, (wrong.isEmpty() ? "ok" : String.join("\n", wrong)) + "\n");
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
