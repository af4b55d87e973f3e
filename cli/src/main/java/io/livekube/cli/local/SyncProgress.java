package io.livekube.cli.local;

import io.livekube.agent.Agent;
import io.livekube.cli.local.KindProgress.Step;
import io.livekube.cli.process.StopSignal;
import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.LiveLines;
import io.livekube.cli.terminal.TerminalSize;
import io.livekube.cli.terminal.TerminalWriter;
import io.livekube.core.informer.SyncStatus;
import io.livekube.hub.Hub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Shows the sync progress of each kind until all are in the hub or have failed.
///
/// Draws a live table on a terminal, and elsewhere prints a line for each kind that is done.
public final class SyncProgress {
    private static final Duration POLL = Duration.ofMillis(150);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Custom kinds appear once their definitions have synced, so the number of kinds has to be stable for
    /// a few polls.
    private static final int STABLE_POLLS = 3;

    private final PrintWriter out;
    private final Hub hub;
    private final Map<String, Agent> agents;
    private final Set<String> printed = new HashSet<>();
    private final long start = System.nanoTime();

    /// Shows the progress of these agents.
    ///
    /// @param agents by cluster name
    public SyncProgress(PrintWriter out, Hub hub, Map<String, Agent> agents) {
        this.out = out;
        this.hub = hub;
        this.agents = agents;
    }

    public void await(StopSignal stop) {
        List<KindProgress> kinds = out instanceof TerminalWriter ? drawn(stop) : printed(stop);
        if (stop.await(Duration.ZERO)) {
            return;
        }
        summary(kinds);
        if (!settled(kinds)) {
            out.println("  Some kinds have not synced yet; they continue in the background.");
        }
        out.flush();
    }

    private List<KindProgress> drawn(StopSignal stop) {
        TerminalSize whole = TerminalSize.ask();
        var screen = new TerminalSize(whole.lines() - 2, whole.columns());
        try (var lines = new LiveLines(out)) {
            return look(stop, kinds -> lines.draw(ProgressTable.lines(kinds, screen, out)));
        }
    }

    private List<KindProgress> printed(StopSignal stop) {
        return look(stop, kinds -> {
            kinds.stream()
                    .filter(kind -> kind.settled() && printed.add(kind.cluster() + "/" + kind.kind()))
                    .forEach(kind -> out.println(ProgressTable.line(kind)));
            out.flush();
        });
    }

    private List<KindProgress> look(StopSignal stop, Consumer<List<KindProgress>> show) {
        int agreeing = 0;
        List<KindProgress> kinds = List.of();
        while (!stop.await(POLL) && System.nanoTime() - start < PATIENCE.toNanos() && agreeing < STABLE_POLLS) {
            int before = kinds.size();
            kinds = kinds();
            show.accept(kinds);
            agreeing = settled(kinds) && kinds.size() == before ? agreeing + 1 : 0;
        }
        return kinds;
    }

    private boolean settled(List<KindProgress> kinds) {
        Set<String> clusters = kinds.stream().map(KindProgress::cluster).collect(Collectors.toSet());
        return clusters.containsAll(agents.keySet()) && kinds.stream().allMatch(KindProgress::settled);
    }

    private List<KindProgress> kinds() {
        var kinds = new ArrayList<KindProgress>();
        agents.forEach((cluster, agent) -> agent.progress().forEach(status -> kinds.add(progress(cluster, status))));
        return kinds;
    }

    private KindProgress progress(String cluster, SyncStatus status) {
        boolean here = hub.clusters()
                .find(cluster)
                .map(Cluster::mirror)
                .flatMap(mirror -> mirror.kind(status.resource()))
                .filter(KindMirror::synced)
                .isPresent();
        return KindProgress.of(cluster, status, here);
    }

    private void summary(List<KindProgress> kinds) {
        for (String cluster : agents.keySet()) {
            List<KindProgress> own = kinds.stream()
                    .filter(kind -> kind.cluster().equals(cluster))
                    .toList();
            List<KindProgress> synced =
                    own.stream().filter(kind -> kind.step() == Step.SYNCED).toList();
            Optional<Duration> longest = synced.stream().map(KindProgress::took).max(Duration::compareTo);
            out.println("  %-9s %d of %d kinds, %s objects, %s, in %s"
                    .formatted(
                            cluster,
                            synced.size(),
                            own.size(),
                            HumanNumbers.count(synced.stream()
                                    .mapToLong(KindProgress::objects)
                                    .sum()),
                            HumanNumbers.bytes(synced.stream()
                                    .mapToLong(KindProgress::bytes)
                                    .sum()),
                            HumanNumbers.took(longest.orElse(Duration.ZERO))));
            own.stream()
                    .filter(kind -> kind.step() != Step.SYNCED && out instanceof TerminalWriter)
                    .forEach(kind -> out.println(ProgressTable.line(kind)));
        }
    }
}
