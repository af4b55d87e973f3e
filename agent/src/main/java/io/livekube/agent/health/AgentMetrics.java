package io.livekube.agent.health;

import io.livekube.agent.AgentStats;
import io.livekube.agent.sync.UplinkStats;
import io.livekube.agent.tasks.TaskCount;
import io.livekube.protocol.KindState;
import io.livekube.protocol.TaskResult;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Prometheus metrics of an agent. Reads the statistics on each scrape and costs nothing otherwise.
public final class AgentMetrics implements AutoCloseable {
    /// How long a measurement is reused, since it visits all objects.
    private static final Duration MEASURED_FOR = Duration.ofSeconds(30);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Supplier<AgentStats> stats;
    private final Supplier<List<TaskResult.KindMemory>> memory;
    private final MultiGauge objects;
    private final MultiGauge bytes;
    private final InstantSource clock;

    /// Types of tasks with a counter.
    private final Set<String> counted = ConcurrentHashMap.newKeySet();

    private volatile AgentStats last;
    private Instant measureAt = Instant.MIN;

    /// @param memory memory per kind; read at intervals
    public AgentMetrics(Supplier<AgentStats> stats, Supplier<List<TaskResult.KindMemory>> memory, InstantSource clock) {
        this.stats = stats;
        this.memory = memory;
        this.clock = clock;
        this.last = stats.get();
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        counter("changes", "Object changes seen", now -> now.changes());
        counter("edits", "Object changes sent to the hub", uplink(UplinkStats::edits));
        counter("objects.sent", "Objects sent in snapshots and repairs", uplink(UplinkStats::objects));
        counter("batches", "Batches accepted by the hub", uplink(UplinkStats::acknowledged));
        counter(
                "push.bytes",
                "Bytes of batches sent, including retries",
                now -> now.pushed().bytes());
        counter("retries", "Batches sent again because there was no answer", uplink(UplinkStats::retries));
        counter(
                "mismatches",
                "Batches whose digests did not match the hub's resulting state",
                uplink(UplinkStats::mismatches));
        gauge(
                "events.held.back",
                "Changes of Kubernetes events held back during event storms",
                uplink(UplinkStats::eventsHeldBack));
        gauge("on", "Whether sync is on (1) or off (0)", now -> now.on() ? 1 : 0);
        gauge(
                "watches",
                "Kinds that are synced and followed",
                now -> now.kinds().stream()
                        .filter(kind -> kind.state() == KindState.SYNCED)
                        .count());
        gauge(
                "dead.kinds",
                "Kinds whose reflector stopped because of a bug",
                now -> now.deadKinds().size());
        gauge(
                "last.push.age.seconds",
                "Seconds since the hub last accepted a batch",
                now -> age(now.pushed().lastPush()));
        gauge(
                "last.poll.age.seconds",
                "Seconds since the hub last answered a poll for tasks",
                now -> age(now.lastPoll()));
        this.objects = MultiGauge.builder("livekube.agent.kind.objects")
                .description("Objects per kind and sync state")
                .register(registry);
        this.bytes = MultiGauge.builder("livekube.agent.kind.bytes")
                .description("Memory used by the objects of a kind, in bytes")
                .register(registry);
    }

    /// Current values, in the Prometheus text format.
    public synchronized String scrape() {
        last = stats.get();
        objects.register(
                last.kinds().stream()
                        .<MultiGauge.Row<?>>map(kind -> MultiGauge.Row.of(
                                Tags.of(
                                        "kind",
                                        kind.resource(),
                                        "state",
                                        kind.state().name().toLowerCase(Locale.ROOT)),
                                kind.objects()))
                        .toList(),
                true);
        if (!clock.instant().isBefore(measureAt)) {
            measureAt = clock.instant().plus(MEASURED_FOR);
            bytes.register(
                    memory.get().stream()
                            .<MultiGauge.Row<?>>map(
                                    kind -> MultiGauge.Row.of(Tags.of("kind", kind.resource()), kind.bytes()))
                            .toList(),
                    true);
        }
        last.tasks().keySet().stream().filter(counted::add).forEach(type -> {
            tasks(type, "done", TaskCount::done);
            tasks(type, "failed", TaskCount::failed);
        });
        return registry.scrape();
    }

    private static ToDoubleFunction<AgentStats> uplink(ToDoubleFunction<UplinkStats> value) {
        return now -> value.applyAsDouble(now.pushed().uplink());
    }

    private double age(Optional<Instant> at) {
        return at.map(then -> Duration.between(then, clock.instant()).toMillis() / 1e3)
                .orElse(Double.NaN);
    }

    private void tasks(String type, String outcome, ToDoubleFunction<TaskCount> count) {
        FunctionCounter.builder("livekube.agent.tasks", this, self -> {
                    TaskCount now = self.last.tasks().get(type);
                    return now == null ? 0 : count.applyAsDouble(now);
                })
                .description("Tasks from the hub")
                .tags("type", type.toLowerCase(Locale.ROOT), "outcome", outcome)
                .register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<AgentStats> value) {
        FunctionCounter.builder("livekube.agent." + name, this, self -> value.applyAsDouble(self.last))
                .description(description)
                .register(registry);
    }

    private void gauge(String name, String description, ToDoubleFunction<AgentStats> value) {
        Gauge.builder("livekube.agent." + name, this, self -> value.applyAsDouble(self.last))
                .description(description)
                .register(registry);
    }

    @Override
    public void close() {
        registry.close();
    }
}
