package io.livekube.hub;

import io.livekube.hub.auth.TokenFileException;
import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.control.TaskConfig;
import io.livekube.hub.transport.HttpLimits;
import io.livekube.hub.watch.WatchTimes;
import io.livekube.protocol.BatchLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/// A hub on loopback that syncs all clusters, with a clock that can be advanced and tokens for the clusters
/// `demo`, `other` and `c0` to `c199`.
public final class TestingHub implements AutoCloseable {
    /// Number of clusters with tokens in addition to `demo` and `other`.
    public static final int MANY = 200;

    /// Settings under which an agent counts as disconnected only after a longer pause than any machine makes.
    public static final TaskConfig PATIENT =
            new TaskConfig(64, Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofSeconds(25));

    private final Path tokens;
    private final Hub hub;
    private final HttpClient client = HttpClient.newHttpClient();
    private final MovableClock clock;

    private static final class MovableClock implements InstantSource {
        private volatile Duration ahead = Duration.ZERO;
        private volatile CountDownLatch batchesMayGoOn = new CountDownLatch(0);

        @Override
        public Instant instant() {
            if (Thread.currentThread().getName().startsWith("hub-ingest-")) {
                try {
                    batchesMayGoOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return Instant.now().plus(ahead);
        }
    }

    private TestingHub(Path tokens, Hub hub, MovableClock clock) {
        this.tokens = tokens;
        this.hub = hub;
        this.clock = clock;
    }

    public static TestingHub start() {
        return start(config -> config);
    }

    public static TestingHub start(UnaryOperator<HubConfig> change) {
        return start(change, limits -> limits);
    }

    /// With other limits of HTTP.
    public static TestingHub start(UnaryOperator<HubConfig> change, UnaryOperator<HttpLimits> http) {
        HubLimits limits = limits();
        return start(change, new HubLimits(http.apply(limits.http()), limits.executor(), limits.watches()));
    }

    public static TestingHub start(IngestExecutorConfig executor) {
        return start(config -> config, new HubLimits(limits().http(), executor, limits().watches()));
    }

    public static TestingHub start(WatchTimes watches) {
        return start(config -> config, new HubLimits(limits().http(), limits().executor(), watches));
    }

    private static HubLimits limits() {
        return HubLimits.defaults(BatchLimits.defaults().bodyBytes());
    }

    private static TestingHub start(UnaryOperator<HubConfig> change, HubLimits limits) {
        try {
            Path tokens = Files.createTempFile("livekube", ".tokens");
            var lines = new StringBuilder("# test\ndemo " + token("demo") + "\nother " + token("other") + "\n");
            for (int i = 0; i < MANY; i++) {
                lines.append("c%d %s%n".formatted(i, token("c" + i)));
            }
            Files.writeString(tokens, lines);
            var clock = new MovableClock();
            HubConfig alwaysOn = HubConfig.defaults(tokens)
                    .withControl(ControlConfig.defaults().withMode(SyncMode.ON));
            return new TestingHub(tokens, Hub.start(change.apply(alwaysOn), limits, clock), clock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (TokenFileException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A hub that syncs on demand, as by default, with [#PATIENT] settings.
    public static TestingHub startInAuto() {
        return start(config ->
                TestingConfig.withTasks(config.withControl(config.control().withMode(SyncMode.AUTO)), PATIENT));
    }

    /// The token of a cluster's agent.
    public static String token(String cluster) {
        return "token-of-the-cluster-" + cluster;
    }

    public Hub hub() {
        return hub;
    }

    public Path tokensFile() {
        return tokens;
    }

    public int port() {
        return hub.url().getPort();
    }

    public void putClockForward(Duration by) {
        clock.ahead = clock.ahead.plus(by);
    }

    /// Holds all further batches in progress until the latch is released.
    public void holdBatches(CountDownLatch until) {
        clock.batchesMayGoOn = until;
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(hub.url() + path)).timeout(Duration.ofSeconds(50));
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Posts a batch in JSON with the cluster's own token.
    public HttpRequest.Builder batch(String cluster, byte[] body) {
        return request("/agent/v1/clusters/" + cluster + "/sync")
                .header("Authorization", "Bearer " + token(cluster))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    public HttpResponse<String> post(String cluster, String body) {
        return send(batch(cluster, body.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        client.shutdownNow();
        hub.close();
        try {
            Files.deleteIfExists(tokens);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
