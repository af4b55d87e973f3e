package io.livekube.simulator.api;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// HTTP server: listens, and passes connections and requests to their handlers.
public final class SimulatorHttpServer implements AutoCloseable {
    private static final int MAX_HEADERS = 64 << 10;
    private static final int MAX_REQUEST_LINE = 64 << 10;

    private final Vertx vertx;
    private final HttpServer server;
    private final ExecutorService threads;

    private SimulatorHttpServer(Vertx vertx, HttpServer server, ExecutorService threads) {
        this.vertx = vertx;
        this.server = server;
        this.threads = threads;
    }

    /// Starts listening.
    ///
    /// @throws UncheckedIOException if the address cannot be bound
    public static SimulatorHttpServer listen(ApiServer api, String host, int port) {
        return listen(api, host, port, ConnectionQuota.defaults());
    }

    static SimulatorHttpServer listen(ApiServer api, String host, int port, ConnectionQuota limits) {
        Vertx vertx = Vertx.vertx();
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("simulator-request-", 0).factory());
        HttpServerOptions options = new HttpServerOptions()
                .setMaxHeaderSize(MAX_HEADERS)
                .setMaxInitialLineLength(MAX_REQUEST_LINE)
                // With HTTP/2, connections would escape the limits until their first bytes have shown the protocol.
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(true);
        ConnectionLimiter connections = new ConnectionLimiter(vertx, limits);
        RequestDispatcher requests = new RequestDispatcher(api, threads, connections);
        try {
            HttpServer server = vertx.createHttpServer(options)
                    .connectionHandler(connections::opened)
                    .requestHandler(requests::accept)
                    .listen(port, host)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
            return new SimulatorHttpServer(vertx, server, threads);
        } catch (ExecutionException e) {
            close(vertx, threads);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UncheckedIOException(
                    "cannot listen on " + host + ":" + port + ": " + cause.getMessage(),
                    cause instanceof IOException io ? io : new IOException(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(vertx, threads);
            throw new IllegalStateException("interrupted while starting to listen on " + host + ":" + port, e);
        }
    }

    public int port() {
        return server.actualPort();
    }

    @Override
    public void close() {
        close(vertx, threads);
    }

    private static void close(Vertx vertx, ExecutorService threads) {
        vertx.close().toCompletionStage().toCompletableFuture().join();
        threads.shutdownNow();
    }
}
