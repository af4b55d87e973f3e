package io.livekube.hub.metrics;

import io.livekube.hub.subscription.ConcurrencyLimit;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.watch.WatchTraffic;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/// Metrics of watches.
final class SubscriptionMeters {
    private SubscriptionMeters() {}

    /// Metrics of the whole hub.
    static void register(MeterRegistry registry, HubState state) {
        for (EndReason why : EndReason.values()) {
            if (!why.isLoss()) {
                continue;
            }
            FunctionCounter.builder("livekube.hub.watches.lost", state.watches(), watches -> watches.lost(why))
                    .description("Watches that the hub ended before their time")
                    .tag("reason", why.label())
                    .register(registry);
        }
        FunctionCounter.builder("livekube.hub.watches.refused", state.watches().limit(), ConcurrencyLimit::refused)
                .description("Watches refused because of a limit or memory pressure")
                .register(registry);
        Gauge.builder("livekube.hub.watch.shared.bytes", state.subscriptions(), Subscriptions::sharedBytes)
                .description("Encoded events that watches share, outside the heap")
                .register(registry);
        Gauge.builder(
                        "livekube.hub.pressure",
                        state.memory(),
                        memory -> memory.last().state().level())
                .description("Memory pressure: 0 none, 1 change log windows narrowed, 2 new watches refused")
                .register(registry);
        Gauge.builder("livekube.hub.window.share", state.memory(), SubscriptionMeters::share)
                .description("Share of their configured window that change logs may use")
                .register(registry);
    }

    private static double share(MemoryPressureMonitor memory) {
        return memory.last().share();
    }

    /// Metrics of one cluster.
    static void register(MeterRegistry registry, WatchTraffic traffic, Tags cluster) {
        Gauge.builder("livekube.hub.watches", traffic, WatchTraffic::open)
                .description("Open watches")
                .tags(cluster)
                .register(registry);
        FunctionCounter.builder("livekube.hub.watch.events", traffic, WatchTraffic::events)
                .description("Events sent to watches")
                .tags(cluster)
                .register(registry);
        FunctionCounter.builder("livekube.hub.watch.bytes", traffic, WatchTraffic::bytes)
                .description("Bytes sent to watches, before encryption")
                .tags(cluster)
                .register(registry);
    }
}
