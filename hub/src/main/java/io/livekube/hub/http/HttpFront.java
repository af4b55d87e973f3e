package io.livekube.hub.http;

import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.control.FetchConfig;
import io.livekube.hub.metrics.Vitals;
import io.livekube.hub.read.Reads;
import io.livekube.hub.search.Search;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.watch.Watches;
import io.livekube.protocol.Limits;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The socket side of a hub: listens, and hands connections and requests to those that bound them.
public final class HttpFront implements AutoCloseable {
    private static final int RESETS_WITHIN_SECONDS = 30;
    private static final int HANDSHAKE_SECONDS = 10;
    private static final Duration EXPIRE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Endpoints endpoints;

    private HttpFront(Vertx vertx, HttpServer server, ExecutorService threads, Endpoints endpoints) {
        this.vertx = vertx;
        this.server = server;
        this.endpoints = endpoints;
        this.threads = threads;
    }

    /// What is served.
    ///
    /// @param version of this build, for `/version`
    public record Backend(
            Clusters clusters,
            Reads reads,
            Search search,
            IngestExecutor reception,
            Supplier<AgentTokens> agents,
            ReaderAccess readers,
            Limits limits,
            FetchConfig fetch,
            Subscriptions subscriptions,
            Watches watches,
            Vitals vitals,
            InstantSource clock,
            String version) {
        private Endpoints endpoints(HttpLimits http) {
            var access = new AgentAccess(agents, new RefusedSenders(clock));
            var states = new ClusterReads(clusters, agents, vitals.metrics()::traffic, clock);
            var fleet = new FleetEndpoints(clusters, agents, reads, states, subscriptions, vitals.metrics(), clock);
            var kubernetes = new KubernetesReads(
                    clusters,
                    reads,
                    agents,
                    new KubernetesWatches(watches, reads, clock, new SplittableRandom()),
                    clock);
            return new Endpoints(
                    DashboardEndpoint.fromClassPath(),
                    new SyncEndpoint(access, new BatchFormats(limits), clusters, reception),
                    new TaskEndpoint(
                            access,
                            clusters,
                            Math.min(fetch.list().bodyBytes(), http.bodies().buffered())),
                    new ControlEndpoint(clusters, agents, new MemoryReport(clusters)),
                    states,
                    new SearchEndpoint(search, clusters, agents, clock),
                    kubernetes,
                    fleet,
                    kubernetes.quick(),
                    vitals,
                    version);
        }
    }

    /// Begins to listen.
    ///
    /// @throws UncheckedIOException if the address can't be bound, or the certificate can't be used
    public static HttpFront listen(HttpConfig config, Backend backend) {
        // It serves no files, and so needs no directory for copies of them, which a killed process would leave behind.
        var noFiles =
                new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false);
        Vertx vertx = Vertx.vertx(new VertxOptions().setFileSystemOptions(noFiles));
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("hub-request-", 0).factory());
        Connections connections = new Connections(vertx, config.limits());
        Refusals refusals =
                new Refusals(vertx, config.limits(), backend.vitals().metrics());
        Endpoints endpoints = backend.endpoints(config.limits());
        vertx.setPeriodic(EXPIRE.toMillis(), fired -> endpoints.fleet().expire());
        Requests requests = new Requests(config.limits(), endpoints, backend.readers(), threads, connections, refusals);
        String address = config.host() + ":" + config.port();
        try {
            HttpServer server = vertx.createHttpServer(options(config))
                    .connectionHandler(connections::opened)
                    .invalidRequestHandler(refusals::invalid)
                    .requestHandler(requests::accept)
                    .listen(config.port(), config.host())
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
            return new HttpFront(vertx, server, threads, endpoints);
        } catch (ExecutionException e) {
            close(vertx, threads, endpoints);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UncheckedIOException(
                    "can't listen on " + address + ": " + cause.getMessage(),
                    cause instanceof IOException io ? io : new IOException(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(vertx, threads, endpoints);
            throw new IllegalStateException("interrupted while starting to listen on " + address, e);
        }
    }

    private static HttpServerOptions options(HttpConfig config) {
        HttpServerOptions options = new HttpServerOptions()
                .setMaxHeaderSize(config.limits().requests().headerBytes())
                .setMaxInitialLineLength(config.limits().requests().lineBytes())
                // With it, connections are unknown, and so without limits, until their first bytes tell the protocol.
                .setHttp2ClearTextEnabled(false)
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(config.limits().connections().streams())
                        .setMaxHeaderListSize(config.limits().requests().headerBytes()))
                .setHttp2RstFloodMaxRstFramePerWindow(
                        config.limits().connections().resets())
                .setHttp2RstFloodWindowDuration(RESETS_WITHIN_SECONDS)
                .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
                // Told after the sender is known, see BodyReader.
                .setHandle100ContinueAutomatically(false);
        if (OpenSSLEngineOptions.isAvailable()) {
            options.setSslEngineOptions(new OpenSSLEngineOptions()); // takes less processor time than the JDK's own
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
        return server.actualPort();
    }

    @Override
    public void close() {
        close(vertx, threads, endpoints);
    }

    private static void close(Vertx vertx, ExecutorService threads, Endpoints endpoints) {
        endpoints.fleet().close();
        threads.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
