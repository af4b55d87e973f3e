package io.livekube.hub.subscription;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.mirror.KindMirror;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Applies the decisions of [MemoryPressure]: narrows the windows of all change logs, oldest events first, and
/// rejects new watches.
public final class MemoryPressureMonitor implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryPressureMonitor.class);
    private static final int NAMED = 5;

    private final MemoryPressure pressure = new MemoryPressure();
    private final Clusters clusters;
    private final Subscriptions subscriptions;
    private final ConcurrencyLimit watches;
    private final DoubleSupplier heap;
    private final InstantSource clock;
    private volatile MemoryPressure.Verdict last = new MemoryPressure.Verdict(MemoryPressure.State.EASY, 1);

    /// @param heap share of the heap in use after a collection
    public MemoryPressureMonitor(
            Clusters clusters,
            Subscriptions subscriptions,
            ConcurrencyLimit watches,
            DoubleSupplier heap,
            InstantSource clock) {
        this.clusters = clusters;
        this.subscriptions = subscriptions;
        this.watches = watches;
        this.heap = heap;
        this.clock = clock;
    }

    /// The last decision.
    public MemoryPressure.Verdict last() {
        return last;
    }

    /// Measures, decides and acts; called periodically.
    @Override
    public void run() {
        double used = heap.getAsDouble();
        MemoryPressure.Verdict now = pressure.observe(used);
        if (now.equals(last) && now.share() == 1) {
            return;
        }
        List<String> cut = narrow(now.share());
        subscriptions.narrow(now.share());
        watches.suspend(
                now.state() == MemoryPressure.State.REFUSING
                        ? Optional.of(
                                "the hub is short of memory (%.0f %% of its heap is in use)".formatted(used * 100))
                        : Optional.empty());
        if (!now.equals(last)) {
            LOG.warn(
                    "{} % of the heap in use: {}; change log windows at {} %{}",
                    Math.round(used * 100),
                    switch (now.state()) {
                        case EASY -> "back to normal";
                        case NARROW -> "dropping events early";
                        case REFUSING -> "rejecting new watches";
                    },
                    Math.round(now.share() * 100),
                    cut.isEmpty() ? "" : ", events dropped in " + String.join(", ", cut));
        }
        last = now;
    }

    /// Narrows all logs; returns the kinds that lost events, the first few by name.
    private List<String> narrow(double share) {
        List<String> cut = new ArrayList<>();
        int others = 0;
        for (Cluster cluster : clusters.all()) {
            for (KindMirror kind : cluster.mirror().kinds()) {
                if (kind.log().narrow(share, clock.instant())) {
                    if (cut.size() < NAMED) {
                        cut.add(cluster.id() + "/" + kind.resource());
                    } else {
                        others++;
                    }
                }
            }
        }
        if (others > 0) {
            cut.add(others + " others");
        }
        return cut;
    }
}
