package io.livekube.cli;

import io.livekube.hub.Hub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Tells of each kind as it arrives in the hub, until all are there or say why they are not.
final class SyncProgress {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PrintWriter out;
    private final Hub hub;
    private final String cluster;
    private final Set<String> told = new HashSet<>();
    private final long start = System.nanoTime();

    SyncProgress(PrintWriter out, Hub hub, String cluster) {
        this.out = out;
        this.hub = hub;
        this.cluster = cluster;
    }

    void await(StopSignal stop) {
        while (!stop.await(POLL) && elapsed().compareTo(PATIENCE) < 0) {
            List<KindMirror> kinds = hub.clusters()
                    .find(cluster)
                    .map(Cluster::mirror)
                    .map(mirror -> mirror.kinds())
                    .orElse(List.of());
            kinds.forEach(this::tell);
            if (!kinds.isEmpty() && told.size() == kinds.size()) {
                return;
            }
        }
        if (elapsed().compareTo(PATIENCE) >= 0) {
            out.println("  Not everything is here yet; it goes on in the background.");
        }
    }

    private void tell(KindMirror kind) {
        KindState state = kind.status().state();
        boolean refused = state == KindState.DENIED || state == KindState.NOT_SERVED;
        if (!(kind.synced() || refused) || !told.add(kind.resource().toString())) {
            return;
        }
        if (kind.synced()) {
            out.printf(
                    Locale.ROOT,
                    "  %-48s %,8d objects  %5.1f s%n",
                    kind.resource(),
                    kind.store().size(),
                    elapsed().toMillis() / 1e3);
        } else {
            out.printf(
                    Locale.ROOT, "  %-48s %s%n", kind.resource(), kind.status().cause());
        }
        out.flush();
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
