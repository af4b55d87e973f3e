package io.livekube.hub.metrics;

import io.livekube.hub.watch.Loss;
import io.livekube.hub.watch.Relief;
import io.livekube.hub.watch.Traffic;
import io.livekube.hub.watch.WatchBoard;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/// The figures of watches.
final class WatchFigures {
    private WatchFigures() {}

    /// Those of the whole hub.
    static void register(MeterRegistry registry, HubState state) {
        for (Loss why : Loss.values()) {
            FunctionCounter.builder("livekube.hub.watches.lost", state.watches(), board -> board.lost(why))
                    .description("Watches that ended although their readers wanted more")
                    .tag("reason", why.label())
                    .register(registry);
        }
        FunctionCounter.builder("livekube.hub.watches.refused", state.watches(), WatchBoard::refused)
                .description("Watches that there was no room for")
                .register(registry);
        Gauge.builder("livekube.hub.watch.shared.bytes", state.watches(), WatchBoard::sharedBytes)
                .description("Encoded events that are kept for all watches, outside the heap")
                .register(registry);
        Gauge.builder(
                        "livekube.hub.pressure",
                        state.relief(),
                        relief -> relief.last().state().level())
                .description("How short memory is: 0 not at all, 1 windows are narrowed, 2 new watches are refused")
                .register(registry);
        Gauge.builder("livekube.hub.window.share", state.relief(), WatchFigures::share)
                .description("How much of their windows logs may have")
                .register(registry);
    }

    private static double share(Relief relief) {
        return relief.last().share();
    }

    /// Those of one cluster.
    static void register(MeterRegistry registry, Traffic traffic, Tags cluster) {
        Gauge.builder("livekube.hub.watches", traffic, Traffic::open)
                .description("Watches that are open")
                .tags(cluster)
                .register(registry);
        FunctionCounter.builder("livekube.hub.watch.events", traffic, Traffic::events)
                .description("Events that watches were told")
                .tags(cluster)
                .register(registry);
        FunctionCounter.builder("livekube.hub.watch.bytes", traffic, Traffic::bytes)
                .description("What they were told, before encryption")
                .tags(cluster)
                .register(registry);
    }
}
