package io.livekube.hub.transport;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// Network front end of a hub: listens, and hands connections and requests to the parts that limit and answer
/// them.
///
/// Connections are spread over as many event loops as there are cores; each stays on its loop.
public final class HttpListener implements AutoCloseable {
    private static final int RESETS_WITHIN_SECONDS = 30;
    private static final int HANDSHAKE_SECONDS = 10;

    /// Any free port, shared by all event loops; with 0 each loop would get its own.
    private static final int ANY_PORT = -1;

    private final Vertx vertx;
    private final int port;
    private final ExecutorService threads;

    private HttpListener(Vertx vertx, int port, ExecutorService threads) {
        this.vertx = vertx;
        this.port = port;
        this.threads = threads;
    }

    /// Starts to listen.
    ///
    /// @param unknownPath format of errors for requests whose path was too long to be read
    /// @param refused receives the status of each request that is rejected early
    /// @throws UncheckedIOException if the address can't be bound or the certificate can't be used
    public static HttpListener listen(
            HttpConfig config, HttpLimits limits, Route.Router router, ErrorFormat unknownPath, IntConsumer refused) {
        // No files are served, so no cache directory is needed; a killed process would leave it behind.
        var noFiles =
                new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false);
        int loops = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(loops).setFileSystemOptions(noFiles));
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("hub-request-", 0).factory());
        OpenConnections connections = new OpenConnections(vertx, limits);
        EarlyRejection refusals = new EarlyRejection(vertx, limits, unknownPath, refused);
        RequestRouter requests = new RequestRouter(limits, router, threads, connections, refusals);
        String address = config.host() + ":" + config.port();
        try {
            var port = new AtomicInteger();
            vertx.deployVerticle(
                            () -> context -> vertx.createHttpServer(options(config, limits))
                                    .connectionHandler(connections::opened)
                                    .invalidRequestHandler(refusals::invalid)
                                    .requestHandler(requests::accept)
                                    .listen(config.port() == 0 ? ANY_PORT : config.port(), config.host())
                                    .onSuccess(server -> port.set(server.actualPort())),
                            new DeploymentOptions().setInstances(loops))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
            return new HttpListener(vertx, port.get(), threads);
        } catch (ExecutionException e) {
            close(vertx, threads);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UncheckedIOException(
                    "cannot listen on " + address + ": " + cause.getMessage(),
                    cause instanceof IOException io ? io : new IOException(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(vertx, threads);
            throw new IllegalStateException("interrupted while starting to listen on " + address, e);
        }
    }

    private static HttpServerOptions options(HttpConfig config, HttpLimits limits) {
        HttpServerOptions options = new HttpServerOptions()
                .setMaxHeaderSize(limits.requests().headerBytes())
                .setMaxInitialLineLength(limits.requests().lineBytes())
                // If enabled, no limits apply to a connection until its first bytes reveal the protocol.
                .setHttp2ClearTextEnabled(false)
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(limits.connections().streams())
                        .setMaxHeaderListSize(limits.requests().headerBytes()))
                .setHttp2RstFloodMaxRstFramePerWindow(limits.connections().resets())
                .setHttp2RstFloodWindowDuration(RESETS_WITHIN_SECONDS)
                .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
                // Sent once the client is authenticated, see BodyReader.
                .setHandle100ContinueAutomatically(false);
        if (OpenSSLEngineOptions.isAvailable()) {
            options.setSslEngineOptions(new OpenSSLEngineOptions()); // uses less CPU than the JDK's
        }
        config.tls()
                .ifPresent(tls -> options.setSsl(true)
                        .setUseAlpn(true)
                        .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                        .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
                        .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertPath(tls.certificate().toString())
                                .addKeyPath(tls.key().toString())));
        return options;
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        close(vertx, threads);
    }

    private static void close(Vertx vertx, ExecutorService threads) {
        threads.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
