package io.livekube.simulator.cluster.object;

/// State in the life of a pod, as `kubectl get pods` shows it.
public enum PodState {
    /// No node is suitable.
    UNSCHEDULABLE,
    /// Bound to a node; the kubelet has not reported yet.
    SCHEDULED,
    CONTAINER_CREATING,
    /// Running, but the readiness probe has not succeeded yet.
    STARTING,
    RUNNING,
    /// The container has just exited with an error.
    CRASHED,
    CRASH_LOOP_BACK_OFF,
    /// In back-off after the container was killed for exceeding its memory limit.
    OOM_KILLED,
    IMAGE_PULL_BACK_OFF,
    COMPLETED,
    FAILED,
    EVICTED,
    /// The node has stopped reporting: the pod is not ready, and may still be running.
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

    /// Whether the pod has a sandbox with an address.
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
