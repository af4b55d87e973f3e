package io.livekube.cli.local;

import io.livekube.cli.process.QuietClose;
import io.livekube.cli.terminal.ProgressLine;
import io.livekube.core.access.ApiAccess;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.store.StoreConfig;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Three simulated clusters of different sizes, for users without a cluster.
public final class SimulatedFleet implements AutoCloseable {
    /// Enough history to resume a watch after a short disconnect.
    private static final int HISTORY_CHANGES = 20_000;

    private static final long HISTORY_BYTES = 32L << 20;

    private final List<NamedCluster> clusters = new ArrayList<>();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /// Sizes and change rates of the clusters.
    ///
    /// @param pods of the largest cluster; the others have about a seventh and a thirtieth of that
    /// @param churn changes per second in the largest cluster; 0 for none in all of them
    public record Plan(int pods, double churn) {
        private record Member(String name, ClusterSpec cluster, ChurnSpec changes) {}

        public Plan {
            var _ = members(pods, churn, Instant.EPOCH);
        }

        private List<Member> members(Instant now) {
            return members(pods, churn, now);
        }

        /// @throws IllegalArgumentException if the sizes or rates are invalid
        private static List<Member> members(int pods, double churn, Instant now) {
            return List.of(
                    member("shop", 1, pods, churn, now),
                    member("edge", 2, Math.ceilDiv(pods * 3, 20), churn / 5, now),
                    member("lab", 3, Math.ceilDiv(pods * 3, 100), churn / 25, now));
        }

        private static Member member(String name, long seed, int pods, double churn, Instant now) {
            return new Member(
                    name,
                    ClusterSpec.defaults().withSeed(seed).withPods(pods).withNow(now),
                    ChurnSpec.defaults().withSeed(seed).withChangesPerSecond(churn));
        }
    }

    public static SimulatedFleet start(Plan plan, PrintWriter out) throws InterruptedException {
        var fleet = new SimulatedFleet();
        try {
            fleet.add(plan, out);
            return fleet;
        } catch (RuntimeException e) {
            boolean interrupted = Thread.interrupted();
            fleet.close();
            if (interrupted) {
                throw new InterruptedException(e.getMessage());
            }
            throw e;
        }
    }

    private void add(Plan plan, PrintWriter out) {
        SimulatorConfig config = SimulatorConfig.defaults()
                .withStore(StoreConfig.defaults().withHistory(HISTORY_CHANGES, HISTORY_BYTES));
        for (Plan.Member member : plan.members(Instant.now())) {
            Simulator simulator = Simulator.start(config);
            parts.push(simulator);
            var progress = new ProgressLine(out, "generating the pods of " + member.name());
            ClusterGenerator.populate(simulator.store(), member.cluster(), progress::show);
            if (member.changes().changesPerSecond() > 0) {
                parts.push(Churn.start(simulator.store(), member.changes()));
            }
            clusters.add(new NamedCluster(member.name(), ApiAccess.open(simulator.url())));
        }
    }

    public List<NamedCluster> clusters() {
        return clusters;
    }

    @Override
    public void close() {
        parts.forEach(QuietClose::quietly);
    }
}
