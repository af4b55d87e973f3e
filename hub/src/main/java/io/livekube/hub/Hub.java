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
import io.livekube.hub.fleet.ClusterSummaries;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.FleetReads;
import io.livekube.hub.fleet.ProblemTracker;
import io.livekube.hub.fleet.RetainedListings;
import io.livekube.hub.fleet.RowCache;
import io.livekube.hub.fleet.RowRenderers;
import io.livekube.hub.fleet.RowStreams;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.kubeapi.KubernetesApi;
import io.livekube.hub.kubeapi.KubernetesStatus;
import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.Repacker;
import io.livekube.hub.read.Reads;
import io.livekube.hub.rest.ClusterEndpoint;
import io.livekube.hub.rest.Liveness;
import io.livekube.hub.rest.Readiness;
import io.livekube.hub.rest.RestApi;
import io.livekube.hub.search.Indexer;
import io.livekube.hub.search.Search;
import io.livekube.hub.search.SearchIndex;
import io.livekube.hub.settings.ClusterSettings;
import io.livekube.hub.settings.SettingsFile;
import io.livekube.hub.subscription.ConcurrencyLimit;
import io.livekube.hub.subscription.HeapUsage;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.transport.HttpListener;
import io.livekube.hub.view.ObjectViews;
import io.livekube.hub.watch.Watches;
import io.livekube.protocol.BatchLimits;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Hub: holds the state of many clusters, as pushed by their agents, and serves it. All wiring is in [#start].
public final class Hub implements AutoCloseable {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration EXPIRE = Duration.ofSeconds(10);
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(30);
    private static final BatchLimits BATCH = BatchLimits.defaults();
    /// Fewer than agents may poll at once.
    private static final int MAX_CLUSTERS = 1_000;
    private static final int SNAPSHOT_SLOTS = 8;
    private static final Duration SNAPSHOT_SLOT_IDLE = Duration.ofSeconds(30);
    /// Encoded events, for watches that are behind, or come back.
    private static final long SHARED_BYTES = 48L << 20;
    private static final long ROW_BYTES = 32L << 20;
    private static final int STREAMS = 5_000;
    private static final int STREAMS_PER_READER = 1_000;

    private final HubConfig config;
    private final Supplier<AgentTokens> agents;
    private final Clusters clusters;
    private final Subscriptions subscriptions;
    private final Watches watches;
    private final SearchIndex searchIndex;
    private final int port;
    private final Deque<Runnable> stops;

    private Hub(
            HubConfig config,
            Supplier<AgentTokens> agents,
            Clusters clusters,
            Subscriptions subscriptions,
            Watches watches,
            SearchIndex searchIndex,
            int port,
            Deque<Runnable> stops) {
        this.config = config;
        this.agents = agents;
        this.clusters = clusters;
        this.subscriptions = subscriptions;
        this.watches = watches;
        this.searchIndex = searchIndex;
        this.port = port;
        this.stops = stops;
    }

    /// Starts the hub.
    ///
    /// @throws TokenFileException if a token file can't be used; the message names it
    /// @throws java.io.UncheckedIOException if the port is in use or the state file can't be used; the message
    /// names it
    public static Hub start(HubConfig config, InstantSource clock) throws TokenFileException {
        return start(config, HubLimits.defaults(BATCH.bodyBytes()), clock);
    }

    static Hub start(HubConfig config, HubLimits limits, InstantSource clock) throws TokenFileException {
        Deque<Runnable> stops = new ArrayDeque<>();
        try {
            return start(config, limits, clock, stops);
        } catch (Throwable e) {
            stops.forEach(Runnable::run);
            throw e;
        }
    }

    /// @param stops receives what stops the parts that have started, the last one first
    private static Hub start(HubConfig config, HubLimits limits, InstantSource clock, Deque<Runnable> stops)
            throws TokenFileException {
        List<WatchedFile<?>> files = new ArrayList<>();
        WatchedFile<AgentTokens> agents =
                WatchedFile.open(config.access().tokensFile(), text -> AgentTokens.parse(text, MAX_CLUSTERS));
        files.add(agents);
        Optional<WatchedFile<ReaderTokens>> readers = Optional.empty();
        if (config.access().readerTokensFile().isPresent()) {
            Path file = config.access().readerTokensFile().get();
            readers = Optional.of(WatchedFile.open(file, ReaderTokens::parse));
            files.add(readers.get());
        }
        var slots = new SnapshotSlots(SNAPSHOT_SLOTS, SNAPSHOT_SLOT_IDLE, new SecureRandom());
        var metrics = new HubMetrics();
        stops.push(metrics::close);
        var clusters = new Clusters(
                MAX_CLUSTERS,
                limits.executor().waitingPerCluster(),
                IngestConfig.defaults(),
                slots,
                config.control(),
                ClusterSettings.open(
                        config.control().activation().settings(),
                        config.stateFile().map(SettingsFile::new)),
                HexFormat.of().toHexDigits(new SecureRandom().nextInt()),
                metrics,
                clock);
        var ingestExecutor = new IngestExecutor(limits.executor(), clock);
        stops.push(ingestExecutor::close);
        var reads = new Reads(config.reads().fetch(), config.reads().lists(), metrics, clock);
        stops.push(reads::close);
        var subscriptions = new Subscriptions(SHARED_BYTES);
        var watches = new Watches(config.watches(), limits.watches(), subscriptions, clock);
        var memory = new MemoryPressureMonitor(clusters, subscriptions, watches.limit(), new HeapUsage(), clock);
        metrics.watch(new HubMetrics.HubState(clusters, ingestExecutor, subscriptions, watches, memory, clock));
        var idleShutdown = new IdleShutdown(clusters);
        Duration checkEvery = config.control().activation().checkEvery();
        Supplier<List<ClusterMirror>> mirrors =
                () -> clusters.all().stream().map(Cluster::mirror).toList();
        var views = new ObjectViews();
        var index = new SearchIndex(mirrors, views);
        var readerAccess = new ReaderAccess(agents, readers.map(file -> file));
        var fleet = new Fleet(clusters, agents);
        var renderers = new RowRenderers(views);
        var rows = new RowCache(ROW_BYTES);
        var listings = new RetainedListings(new Random());
        var problems = new ProblemTracker(views);
        var clusterEndpoint = new ClusterEndpoint(fleet, metrics::traffic, clock);
        var streams = new RowStreams(
                new RowStreams.Shared(
                        fleet,
                        renderers,
                        rows,
                        new ClusterSummaries(fleet, problems, clusterEndpoint::live),
                        problems,
                        metrics,
                        clock),
                new ConcurrencyLimit("streams", STREAMS, STREAMS_PER_READER),
                subscriptions);
        var agentApi = new AgentApi(
                new AgentAccess(agents, clock),
                clusters,
                ingestExecutor,
                BATCH,
                limits.http().bodies().bytes(),
                Math.min(
                        config.reads().fetch().list().bodyBytes(),
                        limits.http().bodies().buffered()));
        var kubernetesApi = new KubernetesApi(fleet, reads, readerAccess, watches, clock);
        var restApi = new RestApi(new RestApi.Backend(
                fleet,
                readerAccess,
                clusterEndpoint,
                new Search(index, System::nanoTime, clock, Search.Helpers.ofThisMachine()),
                views,
                new FleetReads(fleet, reads, renderers, rows, clock),
                listings,
                rows,
                streams,
                metrics,
                new Liveness(ingestExecutor, idleShutdown::sinceLast, checkEvery, Liveness.STUCK),
                new Readiness(clusters, clock, LONGEST_WARM_UP),
                clock,
                config.version()));
        HttpListener front = HttpListener.listen(
                config.http(),
                limits.http(),
                path -> switch (path.getFirst()) {
                    case "agent" -> agentApi.route(path);
                    case "clusters" -> kubernetesApi.route(path);
                    default -> restApi.route(path);
                },
                KubernetesStatus.ERRORS, // overlong request lines come from Kubernetes clients
                metrics::refused);
        stops.push(front::close);
        stops.push(subscriptions::close); // in good order, while there are connections
        streams.start();
        stops.push(streams::close);
        stops.push(Repacker.start(mirrors)::close);
        stops.push(Indexer.start(index)::close);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("hub-timer").daemon().factory());
        stops.push(timer::shutdownNow);
        every(timer, REFRESH, () -> files.forEach(WatchedFile::refresh));
        every(timer, REFRESH, memory);
        every(timer, EXPIRE, reads::expire);
        every(timer, EXPIRE, () -> listings.expire(clock.instant()));
        every(timer, checkEvery, idleShutdown);
        return new Hub(config, agents, clusters, subscriptions, watches, index, front.port(), stops);
    }

    private static void every(ScheduledExecutorService timer, Duration time, Runnable task) {
        var _ = timer.scheduleWithFixedDelay(task, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    public URI url() {
        String host = config.http().host();
        return URI.create("%s://%s:%d"
                .formatted(
                        config.http().tls().isPresent() ? "https" : "http",
                        host.contains(":") ? "[" + host + "]" : host,
                        port));
    }

    /// Number of clusters that have a token.
    public int expectedClusters() {
        return agents.get().clusters().size();
    }

    /// Open watches.
    public Watches watches() {
        return watches;
    }

    /// Engine behind watches and streams.
    public Subscriptions subscriptions() {
        return subscriptions;
    }

    /// Clusters whose agents have contacted the hub.
    public Clusters clusters() {
        return clusters;
    }

    /// Index behind searches.
    public SearchIndex searchIndex() {
        return searchIndex;
    }

    @Override
    public void close() {
        stops.forEach(Runnable::run);
    }
}
