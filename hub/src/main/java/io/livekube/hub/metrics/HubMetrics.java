package io.livekube.hub.metrics;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.ClusterEvent;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.ConcurrencyLimit;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.watch.WatchTraffic;
import io.livekube.hub.watch.Watches;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// All metrics of the hub, in Prometheus format.
///
/// Events reported by the parts of the hub ([HubObserver]) are counted as they happen. Gauges are read from the
/// hub's state ([HubState]) at each scrape: [#CLUSTER] and [#KIND] list those with one value per cluster or
/// kind. The dashboard and alerts in `deploy/` depend on the names; a test checks that they use no others.
public final class HubMetrics implements HubObserver, AutoCloseable {
    private static final Duration[] AGES = IntStream.of(5, 10, 25, 50, 100, 250, 500, 1_000, 3_000, 10_000, 60_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private static final double[] SIZES = {1 << 10, 8 << 10, 64 << 10, 512 << 10, 1 << 20, 8 << 20};

    /// Gauges with one value per cluster.
    private static final List<Figure<Cluster>> CLUSTER = List.of(
            figure(
                    "livekube.hub.cluster.on",
                    "Whether the cluster is synced",
                    cluster -> cluster.activation().on() ? 1 : 0),
            figure(
                    "livekube.hub.cluster.agent.connected",
                    "Whether the cluster's agent polls for tasks",
                    cluster -> cluster.tasks().agentConnected() ? 1 : 0),
            new Figure<>("livekube.hub.cluster.age.seconds", "Time since the cluster's last batch", HubMetrics::age),
            figure(
                    "livekube.hub.tasks.queued",
                    "Tasks waiting for the agent or for their result",
                    cluster -> cluster.tasks().queued()),
            figure(
                    "livekube.hub.streams",
                    "Open watches and streams",
                    cluster -> cluster.activation().streams()));

    /// Gauges with one value per kind.
    private static final List<Figure<KindMirror>> KIND = List.of(
            figure(
                    "livekube.hub.kind.objects",
                    "Objects held",
                    kind -> kind.store().size()),
            new Figure<>(
                    "livekube.hub.kind.bytes",
                    "Memory used by objects",
                    (kind, now) -> kind.footprint(now).totalBytes()),
            figure("livekube.hub.kind.changes", "Changes since the first complete state", KindMirror::changes),
            figure(
                    "livekube.hub.log.bytes",
                    "Memory used by recent events",
                    kind -> kind.log().bytes()),
            figure(
                    "livekube.hub.log.entries",
                    "Recent events held",
                    kind -> kind.log().size()),
            new Figure<>(
                    "livekube.hub.log.window.seconds",
                    "Age of the oldest event held",
                    (kind, now) -> kind.log().window(now).toMillis() / 1e3));

    /// Like the gauges in [#KIND], with the state that the agent reports as an additional label.
    private static final Figure<KindMirror> SYNCED = figure(
            "livekube.hub.kind.synced",
            "Whether a complete state has arrived; labeled with the state that the agent reports",
            kind -> kind.synced() ? 1 : 0);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final AtomicInteger streams = new AtomicInteger();
    private final Counter streamMessages;
    private final Counter streamConflated;
    private final Map<String, Counter> streamEnds;

    /// Meters of one cluster's batches.
    private record BatchMeters(
            DistributionSummary bytes, Timer duration, Counter edits, Counter compared, Timer freshness) {}

    /// Meters of batches and reads, cached because lookups in the registry are slower.
    private final Map<String, BatchMeters> batchMeters = new ConcurrentHashMap<>();

    private final Map<ReadKey, Counter> readCounters = new ConcurrentHashMap<>();

    private final Map<String, Timer> readTimers = new ConcurrentHashMap<>();
    private volatile Optional<HubState> state = Optional.empty();

    /// Gauges registered by [#scrape], which runs one at a time.
    private final Map<String, MultiGauge> gauges = new LinkedHashMap<>();

    /// Clusters whose meters are registered; a cluster that is removed and registers again is a new one.
    private final Set<Cluster> registered = new HashSet<>();

    /// A gauge.
    ///
    /// @param value value for a cluster or kind at a moment; NaN if there is none
    private record Figure<T>(String name, String description, ToDoubleBiFunction<T, Instant> value) {}

    /// State of the hub from which gauges are read.
    public record HubState(
            Clusters clusters,
            IngestExecutor ingestExecutor,
            Subscriptions subscriptions,
            Watches watches,
            MemoryPressureMonitor memory,
            InstantSource clock) {}

    /// Totals of one cluster since the hub started.
    ///
    /// @param bytes size of batches on the wire
    public record ClusterTraffic(long batches, long bytes, long changes, long reads) {}

    private record ReadKey(String cluster, String source, String state) {}

    private static <T> Figure<T> figure(String name, String description, ToDoubleFunction<T> value) {
        return new Figure<>(name, description, (of, _) -> value.applyAsDouble(of));
    }

    private static double age(Cluster cluster, Instant now) {
        return Freshness.at(cluster.mirror().contact().map(ClusterMirror.Contact::at), now)
                .age()
                .map(age -> age.toMillis() / 1e3)
                .orElse(Double.NaN);
    }

    public HubMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
        gauge("livekube.hub.live.streams", "Open dashboard streams", streams, AtomicInteger::get);
        streamMessages = Counter.builder("livekube.hub.live.messages")
                .description("Events sent to dashboard streams")
                .register(registry);
        streamConflated = Counter.builder("livekube.hub.live.conflated")
                .description(
                        "Changes that dashboard streams skipped because a later one of the same object superseded them")
                .register(registry);
        streamEnds = Stream.of("reader", "slow", "stopped", "failed")
                .collect(Collectors.toMap(
                        reason -> reason,
                        reason -> Counter.builder("livekube.hub.live.closed")
                                .description("Dashboard streams closed, by reason")
                                .tag("reason", reason)
                                .register(registry)));
    }

    /// Adds the hub's state to the metrics.
    public void watch(HubState watched) {
        state = Optional.of(watched);
        gauge(
                "livekube.hub.ingest.waiting",
                "Batches waiting for a worker",
                watched.ingestExecutor(),
                IngestExecutor::waiting);
        gauge(
                "livekube.hub.ingest.working",
                "Batches being processed",
                watched.ingestExecutor(),
                IngestExecutor::working);
        gauge(
                "livekube.hub.clusters",
                "Registered clusters",
                watched.clusters(),
                clusters -> clusters.all().size());
        gauge(
                "livekube.hub.watch.shared.bytes",
                "Off-heap memory used by encoded events that watches share",
                watched.subscriptions(),
                Subscriptions::sharedBytes);
        gauge(
                "livekube.hub.pressure",
                "Memory pressure: 0 none, 1 change log windows narrowed, 2 new watches rejected",
                watched.memory(),
                memory -> memory.last().state().level());
        gauge(
                "livekube.hub.window.share",
                "Fraction of their configured window that change logs may use",
                watched.memory(),
                memory -> memory.last().share());
        counter(
                "livekube.hub.watches.refused",
                "Watches rejected because of a limit or memory pressure",
                Tags.empty(),
                watched.watches().limit(),
                ConcurrencyLimit::refused);
        Stream.of(EndReason.values())
                .filter(EndReason::isLoss)
                .forEach(why -> counter(
                        "livekube.hub.watches.lost",
                        "Watches ended early by the hub, by reason",
                        Tags.of("reason", why.label()),
                        watched.watches(),
                        watches -> watches.lost(why)));
    }

    /// Registers the meters of a cluster that are counted elsewhere.
    private void register(Cluster cluster, WatchTraffic traffic) {
        Tags tags = Tags.of("cluster", cluster.id());
        Gauge.builder("livekube.hub.watches", traffic, WatchTraffic::open)
                .description("Open watches")
                .tags(tags)
                .register(registry);
        counter("livekube.hub.watch.events", "Events sent to watches", tags, traffic, WatchTraffic::events);
        counter(
                "livekube.hub.watch.bytes",
                "Bytes sent to watches, before encryption",
                tags,
                traffic,
                WatchTraffic::bytes);
        for (ClusterEvent.Type type : ClusterEvent.Type.values()) {
            counter(
                    "livekube.hub.events",
                    "Cluster events: gaps, mismatches, repairs, backoffs and others",
                    tags.and("type", type.toString()),
                    cluster,
                    of -> of.events().count(type));
        }
    }

    private <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
        Gauge.builder(name, of, value).description(description).register(registry);
    }

    private <T> void counter(String name, String description, Tags tags, T of, ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, of, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /// Renders all metrics. Scrapes run one at a time, because each replaces the gauges.
    public synchronized String scrape() {
        state.ifPresent(this::refresh);
        return registry.scrape();
    }

    private void refresh(HubState of) {
        Instant now = of.clock().instant();
        List<Cluster> clusters = of.clusters().all();
        registered.retainAll(Set.copyOf(clusters));
        var rows = new LinkedHashMap<Figure<?>, List<MultiGauge.Row<?>>>();
        CLUSTER.forEach(figure -> rows.put(figure, new ArrayList<>()));
        KIND.forEach(figure -> rows.put(figure, new ArrayList<>()));
        rows.put(SYNCED, new ArrayList<>());
        for (Cluster cluster : clusters) {
            if (registered.add(cluster)) {
                register(cluster, of.watches().traffic(cluster.id()));
            }
            Tags tags = Tags.of("cluster", cluster.id());
            CLUSTER.forEach(figure -> add(rows, figure, cluster, tags, now));
            for (KindMirror kind : cluster.mirror().kinds()) {
                Tags ofKind = tags.and("kind", kind.resource().toString());
                KIND.forEach(figure -> add(rows, figure, kind, ofKind, now));
                String reported = kind.status().state().name().toLowerCase(Locale.ROOT);
                add(rows, SYNCED, kind, ofKind.and(Tag.of("state", reported)), now);
            }
        }
        rows.forEach((figure, values) -> gauges.computeIfAbsent(
                        figure.name(),
                        name -> MultiGauge.builder(name)
                                .description(figure.description())
                                .register(registry))
                .register(values, true));
    }

    private static <T> void add(
            Map<Figure<?>, List<MultiGauge.Row<?>>> rows, Figure<T> figure, T of, Tags tags, Instant now) {
        double value = figure.value().applyAsDouble(of, now);
        List<MultiGauge.Row<?>> values = rows.get(figure);
        if (values != null && !Double.isNaN(value)) {
            values.add(MultiGauge.Row.of(tags, value));
        }
    }

    /// Totals counted for one cluster so far.
    public ClusterTraffic traffic(String cluster) {
        return new ClusterTraffic(
                counted("livekube.hub.batches", cluster),
                Math.round(registry.find("livekube.hub.batch.bytes").tag("cluster", cluster).summaries().stream()
                        .mapToDouble(DistributionSummary::totalAmount)
                        .sum()),
                counted("livekube.hub.edits", cluster),
                counted("livekube.hub.reads", cluster));
    }

    private long counted(String name, String cluster) {
        return Math.round(registry.find(name).tag("cluster", cluster).counters().stream()
                .mapToDouble(Counter::count)
                .sum());
    }

    @Override
    public void batch(String cluster, String answer, int bytes, Duration took) {
        registry.counter("livekube.hub.batches", "cluster", cluster, "answer", answer)
                .increment();
        BatchMeters meters = batchMeters(cluster);
        meters.bytes().record(bytes);
        meters.duration().record(took);
    }

    @Override
    public void changes(String cluster, int edits, Optional<Duration> age) {
        BatchMeters meters = batchMeters(cluster);
        meters.edits().increment(edits);
        age.ifPresent(meters.freshness()::record);
    }

    @Override
    public void compared(String cluster, int kinds) {
        batchMeters(cluster).compared().increment(kinds);
    }

    private BatchMeters batchMeters(String of) {
        return batchMeters.computeIfAbsent(
                of,
                cluster -> new BatchMeters(
                        DistributionSummary.builder("livekube.hub.batch.bytes")
                                .description("Size of the batches that agents push, on the wire")
                                .serviceLevelObjectives(SIZES)
                                .tag("cluster", cluster)
                                .register(registry),
                        timer("livekube.hub.batch", "Time from a batch's arrival to its response", "cluster", cluster),
                        registry.counter("livekube.hub.edits", "cluster", cluster),
                        registry.counter("livekube.hub.digests.compared", "cluster", cluster),
                        timer(
                                "livekube.freshness",
                                "Time from when an agent sees a change until readers see it",
                                "cluster",
                                cluster)));
    }

    @Override
    public void task(String cluster, String type, String outcome, Duration took) {
        registry.counter("livekube.hub.tasks", "cluster", cluster, "type", type, "outcome", outcome)
                .increment();
        timer("livekube.hub.task", "Time from when a task is queued until it ends", "type", type)
                .record(took);
    }

    @Override
    public void read(String cluster, String source, String freshness, Duration took) {
        readCounters
                .computeIfAbsent(
                        new ReadKey(cluster, source, freshness),
                        key -> registry.counter(
                                "livekube.hub.reads", "cluster", cluster, "source", source, "state", freshness))
                .increment();
        readTimers
                .computeIfAbsent(
                        source,
                        key -> timer(
                                "livekube.hub.read",
                                "Time from the start of a read until its state is available",
                                "source",
                                key))
                .record(took);
    }

    @Override
    public void refused(int status) {
        registry.counter("livekube.hub.refused", "status", Integer.toString(status))
                .increment();
    }

    @Override
    public void streamOpened() {
        streams.incrementAndGet();
    }

    @Override
    public void streamed(long messages, long conflated) {
        streamMessages.increment((double) messages);
        streamConflated.increment((double) conflated);
    }

    @Override
    public void streamClosed(String reason) {
        streams.decrementAndGet();
        Optional.ofNullable(streamEnds.get(reason)).ifPresent(Counter::increment);
    }

    @Override
    public void removed(String cluster) {
        List<Meter> meters = registry.getMeters().stream()
                .filter(meter -> cluster.equals(meter.getId().getTag("cluster")))
                .toList();
        meters.forEach(registry::remove);
        readCounters.keySet().removeIf(key -> key.cluster().equals(cluster));
        batchMeters.remove(cluster);
    }

    private Timer timer(String name, String description, String... tags) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(AGES)
                .tags(tags)
                .register(registry);
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }
}
