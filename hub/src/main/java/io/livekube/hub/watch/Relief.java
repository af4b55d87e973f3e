package io.livekube.hub.watch;

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

/// Does what [Pressure] decides: narrows the windows of all logs, the oldest events first, and refuses new
/// watches.
public final class Relief implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Relief.class);
    private static final int NAMED = 5;

    private final Pressure pressure = new Pressure();
    private final Clusters clusters;
    private final WatchBoard board;
    private final DoubleSupplier heap;
    private final InstantSource clock;
    private volatile Pressure.Verdict last = new Pressure.Verdict(Pressure.State.EASY, 1);

    /// @param heap share of it that is in use after a collection
    public Relief(Clusters clusters, WatchBoard board, DoubleSupplier heap, InstantSource clock) {
        this.clusters = clusters;
        this.board = board;
        this.heap = heap;
        this.clock = clock;
    }

    /// What was decided last.
    public Pressure.Verdict last() {
        return last;
    }

    /// Looks, and acts; to be called from time to time.
    @Override
    public void run() {
        double used = heap.getAsDouble();
        Pressure.Verdict now = pressure.observe(used);
        if (now.equals(last) && now.share() == 1) {
            return;
        }
        List<String> cut = narrow(now.share());
        board.narrow(
                now.share(),
                now.state() == Pressure.State.REFUSING
                        ? Optional.of(
                                "the hub is short of memory (%.0f %% of its heap is in use)".formatted(used * 100))
                        : Optional.empty());
        if (!now.equals(last)) {
            LOG.warn(
                    "{} % of the heap is in use: {}; windows are at {} %{}",
                    Math.round(used * 100),
                    switch (now.state()) {
                        case EASY -> "all is well again";
                        case NARROW -> "events are let go before their time";
                        case REFUSING -> "new watches are refused";
                    },
                    Math.round(now.share() * 100),
                    cut.isEmpty() ? "" : ", of " + String.join(", ", cut));
        }
        last = now;
    }

    /// Those that have lost something, the first few by name.
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
