package io.livekube.hub;

import io.livekube.hub.agentapi.AgentApi;
import io.livekube.hub.auth.AgentAccess;
import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.auth.ReaderTokens;
import io.livekube.hub.auth.TokenFileException;
import io.livekube.hub.auth.WatchedFile;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IdleShutdown;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.health.Liveness;
import io.livekube.hub.health.Readiness;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.kubeapi.KubernetesApi;
import io.livekube.hub.kubeapi.KubernetesStatus;
import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.metrics.HubState;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.Repacker;
import io.livekube.hub.read.Reads;
import io.livekube.hub.rest.RestApi;
import io.livekube.hub.search.Indexer;
import io.livekube.hub.search.Search;
import io.livekube.hub.search.SearchIndex;
import io.livekube.hub.settings.ClusterSettings;
import io.livekube.hub.settings.SettingsFile;
import io.livekube.hub.subscription.HeapUsage;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.transport.HttpLimits;
import io.livekube.hub.transport.HttpListener;
import io.livekube.hub.view.ObjectViews;
import io.livekube.hub.watch.Watches;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Hub: holds the state of many clusters, as pushed by their agents, and serves it. All wiring is in [#start].
public final class Hub implements AutoCloseable {
    private static final long REFRESH_SECONDS = 1;
    private static final long EXPIRE_SECONDS = 10;
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(30);

    private final HubConfig config;
    private final Supplier<AgentTokens> agents;
    private final Clusters clusters;
    private final Reads reads;
    private final IngestExecutor ingestExecutor;
    private final ScheduledExecutorService timer;
    private final Subscriptions subscriptions;
    private final Watches watches;
    private final HubMetrics metrics;
    private final Indexer indexer;
    private final Repacker repacker;
    private final RestApi restApi;
    private final HttpListener front;

    private Hub(
            HubConfig config,
            Supplier<AgentTokens> agents,
            Clusters clusters,
            Reads reads,
            IngestExecutor ingestExecutor,
            ScheduledExecutorService timer,
            Subscriptions subscriptions,
            Watches watches,
            HubMetrics metrics,
            Indexer indexer,
            Repacker repacker,
            RestApi restApi,
            HttpListener front) {
        this.config = config;
        this.agents = agents;
        this.clusters = clusters;
        this.reads = reads;
        this.ingestExecutor = ingestExecutor;
        this.timer = timer;
        this.subscriptions = subscriptions;
        this.watches = watches;
        this.metrics = metrics;
        this.indexer = indexer;
        this.repacker = repacker;
        this.restApi = restApi;
        this.front = front;
    }

    /// Starts the hub.
    ///
    /// @throws TokenFileException if a token file can't be used; the message names it
    /// @throws java.io.UncheckedIOException if the port is in use or the state file can't be used; the message
    /// names it
    public static Hub start(HubConfig config, InstantSource clock) throws TokenFileException {
        List<WatchedFile<?>> files = new ArrayList<>();
        WatchedFile<AgentTokens> agents = WatchedFile.open(
                config.access().tokensFile(),
                text -> AgentTokens.parse(text, config.intake().maxClusters()));
        files.add(agents);
        Optional<WatchedFile<ReaderTokens>> readers = Optional.empty();
        if (config.access().readerTokensFile().isPresent()) {
            Path file = config.access().readerTokensFile().get();
            readers = Optional.of(WatchedFile.open(file, ReaderTokens::parse));
            files.add(readers.get());
        }
        var slots = new SnapshotSlots(
                config.intake().snapshotSlots(), config.intake().snapshotSlotIdle(), new SecureRandom());
        var metrics = new HubMetrics();
        var clusters = new Clusters(
                config.intake().maxClusters(),
                config.intake().executor().waitingPerCluster(),
                config.intake().ingest(),
                slots,
                config.control(),
                ClusterSettings.open(
                        config.control().activation().settings(),
                        config.stateFile().map(SettingsFile::new)),
                HexFormat.of().toHexDigits(new SecureRandom().nextInt()),
                metrics,
                clock);
        var ingestExecutor = new IngestExecutor(config.intake().executor(), clock);
        var reads = new Reads(config.reads().fetch(), config.reads().lists(), metrics, clock);
        var subscriptions = new Subscriptions(config.watches().sharedBytes());
        var watches = new Watches(config.watches(), subscriptions, clock);
        var memory = new MemoryPressureMonitor(clusters, subscriptions, watches.limit(), new HeapUsage(), clock);
        metrics.watch(new HubState(clusters, ingestExecutor, subscriptions, watches, memory, clock));
        var idleShutdown = new IdleShutdown(clusters);
        Duration checkEvery = config.control().activation().checkEvery();
        var liveness = new Liveness(ingestExecutor, idleShutdown::sinceLast, checkEvery, Liveness.STUCK);
        var readiness = new Readiness(clusters, clock, LONGEST_WARM_UP);
        Supplier<List<ClusterMirror>> mirrors =
                () -> clusters.all().stream().map(Cluster::mirror).toList();
        var views = new ObjectViews();
        var index = new SearchIndex(mirrors, views);
        HttpLimits limits = config.http().limits();
        var readerAccess = new ReaderAccess(agents, readers.map(file -> file));
        var agentApi = new AgentApi(
                new AgentAccess(agents, clock),
                clusters,
                ingestExecutor,
                config.intake().protocol(),
                limits.bodies().bytes(),
                Math.min(
                        config.reads().fetch().list().bodyBytes(),
                        limits.bodies().buffered()));
        var kubernetesApi = new KubernetesApi(clusters, reads, agents, readerAccess, watches, clock);
        var search = new Search(index, System::nanoTime, clock, Search.Helpers.ofThisMachine());
        var restApi = new RestApi(new RestApi.Backend(
                clusters,
                agents,
                readerAccess,
                reads,
                search,
                views,
                subscriptions,
                metrics,
                liveness,
                readiness,
                clock,
                config.version()));
        HttpListener front = HttpListener.listen(
                config.http(),
                path -> switch (path.getFirst()) {
                    case "agent" -> agentApi.route(path);
                    case "clusters" -> kubernetesApi.route(path);
                    default -> restApi.route(path);
                },
                KubernetesStatus.ERRORS, // requests with lines that long come from Kubernetes clients
                metrics::refused);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("hub-timer").daemon().factory());
        var _ = timer.scheduleWithFixedDelay(
                () -> files.forEach(WatchedFile::refresh), REFRESH_SECONDS, REFRESH_SECONDS, TimeUnit.SECONDS);
        var _ = timer.scheduleWithFixedDelay(reads::expire, EXPIRE_SECONDS, EXPIRE_SECONDS, TimeUnit.SECONDS);
        var _ = timer.scheduleWithFixedDelay(restApi::expire, EXPIRE_SECONDS, EXPIRE_SECONDS, TimeUnit.SECONDS);
        var _ = timer.scheduleWithFixedDelay(memory, REFRESH_SECONDS, REFRESH_SECONDS, TimeUnit.SECONDS);
        long checkMillis = checkEvery.toMillis();
        var _ = timer.scheduleWithFixedDelay(idleShutdown, checkMillis, checkMillis, TimeUnit.MILLISECONDS);
        return new Hub(
                config,
                agents,
                clusters,
                reads,
                ingestExecutor,
                timer,
                subscriptions,
                watches,
                metrics,
                Indexer.start(index),
                Repacker.start(mirrors),
                restApi,
                front);
    }

    public URI url() {
        String host = config.http().host();
        return URI.create("%s://%s:%d"
                .formatted(
                        config.http().tls().isPresent() ? "https" : "http",
                        host.contains(":") ? "[" + host + "]" : host,
                        front.port()));
    }

    /// Number of clusters that have a token.
    public int expectedClusters() {
        return agents.get().clusters().size();
    }

    /// Open watches.
    public Watches watches() {
        return watches;
    }

    /// Engine of watches and streams.
    public Subscriptions subscriptions() {
        return subscriptions;
    }

    /// Clusters that have been in contact.
    public Clusters clusters() {
        return clusters;
    }

    /// Index that searches use.
    public SearchIndex searchIndex() {
        return indexer.index();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        indexer.close();
        repacker.close();
        restApi.close();
        subscriptions.close();
        front.close();
        metrics.close();
        reads.close();
        ingestExecutor.close();
    }
}
