package io.livekube.testkit.controlplane;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Configuration of a control plane; tests with equal configurations may share one.
///
/// @param controllers whether kube-controller-manager runs, so that Deployments create ReplicaSets and Pods;
///     without it, the ServiceAccount admission plugin is off too, so that pods need no service accounts
/// @param scheduler whether kube-scheduler runs, so that pods get nodes
/// @param nodes number of fake nodes that kwok simulates, 0 for no kwok; their pods start, run and stop
///     without a container runtime
/// @param apiServerFlags additional flags for kube-apiserver, which override ours
/// @param etcdCompactionInterval how often the API server compacts etcd's history; 0 for never
/// @param startTimeout how long each program may take to get ready
public record ControlPlaneConfig(
        boolean controllers,
        boolean scheduler,
        int nodes,
        List<String> apiServerFlags,
        Duration etcdCompactionInterval,
        Duration startTimeout) {

    private static final int MOST_NODES = 5_000;

    /// Some seconds are usual; several control planes may start at once on a machine that is busy with more
    /// than that.
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    public ControlPlaneConfig {
        apiServerFlags = List.copyOf(apiServerFlags);
        if (nodes < 0 || nodes > MOST_NODES) {
            throw new IllegalArgumentException("nodes must be 0 to " + MOST_NODES + ", not " + nodes);
        }
        if (etcdCompactionInterval.isNegative()) {
            throw new IllegalArgumentException(
                    "the etcd compaction interval cannot be negative: " + etcdCompactionInterval);
        }
        if (!startTimeout.isPositive()) {
            throw new IllegalArgumentException("the start timeout must be positive: " + startTimeout);
        }
    }

    /// etcd and kube-apiserver only, with the API server's own default for compaction.
    public static ControlPlaneConfig defaults() {
        return new ControlPlaneConfig(false, false, 0, List.of(), Duration.ofMinutes(5), START_TIMEOUT);
    }

    /// All programs that rollouts of workloads need, with the given number of fake nodes.
    public static ControlPlaneConfig withNodes(int nodes) {
        return defaults().withControllers(true).withScheduler(true).withFakeNodes(nodes);
    }

    public ControlPlaneConfig withControllers(boolean on) {
        return new ControlPlaneConfig(on, scheduler, nodes, apiServerFlags, etcdCompactionInterval, startTimeout);
    }

    public ControlPlaneConfig withScheduler(boolean on) {
        return new ControlPlaneConfig(controllers, on, nodes, apiServerFlags, etcdCompactionInterval, startTimeout);
    }

    public ControlPlaneConfig withFakeNodes(int count) {
        return new ControlPlaneConfig(
                controllers, scheduler, count, apiServerFlags, etcdCompactionInterval, startTimeout);
    }

    public ControlPlaneConfig withApiServerFlags(String... flags) {
        return new ControlPlaneConfig(
                controllers, scheduler, nodes, List.of(flags), etcdCompactionInterval, startTimeout);
    }

    public ControlPlaneConfig withEtcdCompactionInterval(Duration interval) {
        return new ControlPlaneConfig(controllers, scheduler, nodes, apiServerFlags, interval, startTimeout);
    }

    public ControlPlaneConfig withStartTimeout(Duration timeout) {
        return new ControlPlaneConfig(controllers, scheduler, nodes, apiServerFlags, etcdCompactionInterval, timeout);
    }

    /// The programs that this configuration runs.
    Set<Tool> tools() {
        Set<Tool> tools = EnumSet.copyOf(Tool.essential());
        if (controllers) {
            tools.add(Tool.KUBE_CONTROLLER_MANAGER);
        }
        if (scheduler) {
            tools.add(Tool.KUBE_SCHEDULER);
        }
        if (nodes > 0) {
            tools.add(Tool.KWOK);
        }
        return tools;
    }
}
