package io.livekube.hub.metrics;

import io.livekube.hub.instrumentation.HubObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Counts what a hub does, in the form that Prometheus reads.
///
/// The names are pinned by `deploy/`: its dashboard and its alerts are tested to use no other.
public final class HubMetrics implements HubObserver, AutoCloseable {
    private static final Duration[] AGES = {
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60)
    };
    private static final double[] SIZES = {1 << 10, 8 << 10, 64 << 10, 512 << 10, 1 << 20, 8 << 20};

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final AtomicInteger streams = new AtomicInteger();
    private final Counter streamMessages;
    private final Counter streamConflated;
    private final Map<String, Counter> streamEnds;
    private final ReadMeters reads = new ReadMeters(
            registry,
            source -> timer("livekube.hub.read", "From a read to the state that answers it", "source", source));
    private volatile Optional<HubGauges> gauges = Optional.empty();

    public HubMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
        Gauge.builder("livekube.hub.live.streams", streams, AtomicInteger::get)
                .description("Streams of rows and clusters that browsers have open")
                .register(registry);
        streamMessages = Counter.builder("livekube.hub.live.messages")
                .description("Events that were written to streams of rows and clusters")
                .register(registry);
        streamConflated = Counter.builder("livekube.hub.live.conflated")
                .description("Changes that streams left out because a later one of the same object came first")
                .register(registry);
        streamEnds = Stream.of("reader", "slow", "stopped", "failed")
                .collect(Collectors.toMap(
                        reason -> reason,
                        reason -> Counter.builder("livekube.hub.live.closed")
                                .description("Streams of rows and clusters that ended, by who ended them")
                                .tag("reason", reason)
                                .register(registry)));
    }

    /// Looks at the hub's state, too, from now on.
    public void watch(HubState state) {
        gauges = Optional.of(new HubGauges(registry, state));
    }

    /// All figures as of now, as text. Who comes second waits: figures are exchanged while they are
    /// written.
    public synchronized String scrape() {
        gauges.ifPresent(HubGauges::refresh);
        return registry.scrape();
    }

    /// What was counted of one cluster so far.
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
        DistributionSummary.builder("livekube.hub.batch.bytes")
                .description("Size of the batches that agents push, as they come over the wire")
                .serviceLevelObjectives(SIZES)
                .tag("cluster", cluster)
                .register(registry)
                .record(bytes);
        timer("livekube.hub.batch", "From a batch's arrival to its answer", "cluster", cluster)
                .record(took);
    }

    @Override
    public void changes(String cluster, int edits, Optional<Duration> age) {
        registry.counter("livekube.hub.edits", "cluster", cluster).increment(edits);
        age.ifPresent(
                timer("livekube.freshness", "From when an agent saw a change until readers see it", "cluster", cluster)
                        ::record);
    }

    @Override
    public void compared(String cluster, int kinds) {
        registry.counter("livekube.hub.digests.compared", "cluster", cluster).increment(kinds);
    }

    @Override
    public void task(String cluster, String type, String outcome, Duration took) {
        registry.counter("livekube.hub.tasks", "cluster", cluster, "type", type, "outcome", outcome)
                .increment();
        timer("livekube.hub.task", "From when a task was wanted until it ended", "type", type)
                .record(took);
    }

    @Override
    public void read(String cluster, String source, String state, Duration took) {
        reads.read(cluster, source, state, took);
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
        reads.removed(cluster);
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
