package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.PodState;

/// Events that the scheduler and the kubelet write when a pod reaches a state.
public final class PodEvents {
    private static final String KUBELET = "kubelet";
    private static final String SCHEDULER = "default-scheduler";

    private PodEvents() {}

    public static Happening of(PodState state, ObjectNode pod, NodeSlot node) {
        String name = pod.path("metadata").path("namespace").asText() + "/"
                + pod.path("metadata").path("name").asText();
        String container =
                pod.path("spec").path("containers").path(0).path("name").asText();
        String image = pod.path("spec").path("containers").path(0).path("image").asText();
        return switch (state) {
            case UNSCHEDULABLE ->
                Happening.warning("FailedScheduling", "0/3 nodes are available: 3 Insufficient memory.", SCHEDULER);
            case SCHEDULED ->
                Happening.normal("Scheduled", "Successfully assigned " + name + " to " + node.name(), SCHEDULER);
            case CONTAINER_CREATING -> Happening.normal("Pulling", "Pulling image \"" + image + "\"", KUBELET);
            case STARTING -> Happening.normal("Created", "Container created: " + container, KUBELET);
            case RUNNING -> Happening.normal("Started", "Container started: " + container, KUBELET);
            case CRASHED, CRASH_LOOP_BACK_OFF, OOM_KILLED ->
                Happening.warning(
                        "BackOff", "Back-off restarting failed container " + container + " in pod " + name, KUBELET);
            case IMAGE_PULL_BACK_OFF ->
                Happening.warning("Failed", "Error: ImagePullBackOff: \"" + image + "\"", KUBELET);
            case COMPLETED -> Happening.normal("Completed", "Container completed: " + container, KUBELET);
            case FAILED -> Happening.warning("BackoffLimitExceeded", "Container failed: " + container, KUBELET);
            case EVICTED -> Happening.warning("Evicted", "The node was low on resource: ephemeral-storage.", KUBELET);
            case NODE_LOST -> Happening.warning("NodeNotReady", "Node is not ready", "node-controller");
        };
    }
}
