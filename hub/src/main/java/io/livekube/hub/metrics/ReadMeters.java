package io.livekube.hub.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The meters of reads, at hand: to look one up in a registry costs more than some reads do.
final class ReadMeters {
    private record Key(String cluster, String source, String state) {}

    private final MeterRegistry registry;
    private final Function<String, Timer> timerOf;
    private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();

    /// @param timerOf registers the timer of a source
    ReadMeters(MeterRegistry registry, Function<String, Timer> timerOf) {
        this.registry = registry;
        this.timerOf = timerOf;
    }

    void read(String cluster, String source, String state, Duration took) {
        counters.computeIfAbsent(new Key(cluster, source, state), this::register)
                .increment();
        timers.computeIfAbsent(source, timerOf).record(took);
    }

    private Counter register(Key key) {
        return registry.counter(
                "livekube.hub.reads", "cluster", key.cluster(), "source", key.source(), "state", key.state());
    }

    /// The counters of a cluster are gone from the registry; if it is read again, there are new ones.
    void removed(String cluster) {
        counters.keySet().removeIf(key -> key.cluster().equals(cluster));
    }
}
