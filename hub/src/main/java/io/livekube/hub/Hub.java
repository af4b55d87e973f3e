package io.livekube.hub;

import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.auth.ReaderTokens;
import io.livekube.hub.auth.TokenFileException;
import io.livekube.hub.auth.WatchedFile;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.Reception;
import io.livekube.hub.http.HttpFront;
import io.livekube.hub.ingest.SnapshotSlots;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Holds many clusters' state, as their agents push it, and serves it.
public final class Hub implements AutoCloseable {
    private static final long REFRESH_SECONDS = 1;

    private final HubConfig config;
    private final Supplier<AgentTokens> agents;
    private final Clusters clusters;
    private final Reception reception;
    private final ScheduledExecutorService refresher;
    private final HttpFront front;

    private Hub(
            HubConfig config,
            Supplier<AgentTokens> agents,
            Clusters clusters,
            Reception reception,
            ScheduledExecutorService refresher,
            HttpFront front) {
        this.config = config;
        this.agents = agents;
        this.clusters = clusters;
        this.reception = reception;
        this.refresher = refresher;
        this.front = front;
    }

    /// Starts to serve.
    ///
    /// @throws TokenFileException if a token file can't be used; the message names it
    /// @throws java.io.UncheckedIOException if the port is taken; the message names it
    public static Hub start(HubConfig config, InstantSource clock) throws TokenFileException {
        List<WatchedFile<?>> files = new ArrayList<>();
        WatchedFile<AgentTokens> agents =
                WatchedFile.open(config.tokensFile(), text -> AgentTokens.parse(text, config.maxClusters()));
        files.add(agents);
        Optional<WatchedFile<ReaderTokens>> readers = Optional.empty();
        if (config.readerTokensFile().isPresent()) {
            Path file = config.readerTokensFile().get();
            readers = Optional.of(WatchedFile.open(file, ReaderTokens::parse));
            files.add(readers.get());
        }
        var slots = new SnapshotSlots(config.snapshotSlots(), config.snapshotSlotIdle(), new SecureRandom());
        var clusters =
                new Clusters(config.maxClusters(), config.reception().waitingPerCluster(), config.ingest(), slots);
        var reception = new Reception(config.reception(), clock);
        var backend = new HttpFront.Backend(
                clusters,
                reception,
                agents,
                new ReaderAccess(agents, readers.map(file -> file)),
                config.protocol(),
                clock,
                config.version());
        HttpFront front = HttpFront.listen(config.http(), backend);
        ScheduledExecutorService refresher = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("hub-files").daemon().factory());
        var _ = refresher.scheduleWithFixedDelay(
                () -> files.forEach(WatchedFile::refresh), REFRESH_SECONDS, REFRESH_SECONDS, TimeUnit.SECONDS);
        return new Hub(config, agents, clusters, reception, refresher, front);
    }

    public URI url() {
        String host = config.http().host();
        return URI.create("%s://%s:%d"
                .formatted(
                        config.http().tls().isPresent() ? "https" : "http",
                        host.contains(":") ? "[" + host + "]" : host,
                        front.port()));
    }

    /// How many clusters have a token.
    public int expectedClusters() {
        return agents.get().clusters().size();
    }

    /// The clusters that have been in contact.
    public Clusters clusters() {
        return clusters;
    }

    @Override
    public void close() {
        refresher.shutdownNow();
        front.close();
        reception.close();
    }
}
