package io.livekube.simulator.cluster.object;

/// Where a pod is in its life, as `kubectl get pods` would show it.
public enum PodState {
    /// No node fits.
    UNSCHEDULABLE,
    /// Bound to a node; the kubelet hasn't reported.
    SCHEDULED,
    CONTAINER_CREATING,
    /// Running, readiness probes not passed yet.
    STARTING,
    RUNNING,
    /// The container has just exited with an error.
    CRASHED,
    CRASH_LOOP_BACK_OFF,
    /// In the back-off after the kernel killed the container for its memory.
    OOM_KILLED,
    IMAGE_PULL_BACK_OFF,
    COMPLETED,
    FAILED,
    EVICTED,
    /// Its node stopped reporting: still running as far as anyone knows, but not ready.
    NODE_LOST;

    public boolean ready() {
        return this == RUNNING;
    }

    /// `status.phase`.
    public String phase() {
        return switch (this) {
            case UNSCHEDULABLE, SCHEDULED, CONTAINER_CREATING, IMAGE_PULL_BACK_OFF -> "Pending";
            case STARTING, RUNNING, CRASHED, CRASH_LOOP_BACK_OFF, OOM_KILLED, NODE_LOST -> "Running";
            case COMPLETED -> "Succeeded";
            case FAILED, EVICTED -> "Failed";
        };
    }

    /// Whether the kubelet has started a sandbox with an address for it.
    boolean hasNetwork() {
        return switch (this) {
            case UNSCHEDULABLE, SCHEDULED, CONTAINER_CREATING, EVICTED -> false;
            case STARTING,
                    RUNNING,
                    CRASHED,
                    CRASH_LOOP_BACK_OFF,
                    OOM_KILLED,
                    IMAGE_PULL_BACK_OFF,
                    COMPLETED,
                    FAILED,
                    NODE_LOST -> true;
        };
    }
}
