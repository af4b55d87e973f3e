package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/// Moves pods between states: writes `status` and its `managedFields` entry as scheduler and kubelet do.
///
/// As with a real kubelet, addresses, start time, restart counts, and the transition times of unchanged
/// conditions are kept.
public final class PodStatuses {
    private static final String EVICTION =
            "The node was low on resource: ephemeral-storage. Threshold quantity: 2Gi, available: 1642Mi. ";
    private static final String NO_ROOM = "0/3 nodes are available: 3 Insufficient memory. preemption: 0/3 nodes are"
            + " available: 3 No preemption victims found for incoming pod.";

    private PodStatuses() {}

    public static void move(ObjectNode pod, PodState state, NodeSlot node, Instant at, Dice dice) {
        ObjectNode before = JsonTree.child(pod, "status");
        if (state == PodState.UNSCHEDULABLE || state == PodState.SCHEDULED) {
            ObjectNode status = JsonTree.object(
                    "phase", "Pending", "conditions", JsonTree.array(scheduled(pod, state, before, at)));
            status.set("qosClass", before.path("qosClass"));
            pod.set("status", status);
            manage(pod, "kube-scheduler", at, JsonTree.object("conditions", status.path("conditions")));
            return;
        }
        ObjectNode status = JsonTree.object(
                "observedGeneration", pod.path("metadata").path("generation"),
                "phase", state.phase(),
                "conditions", conditions(pod, state, before, at));
        if (state == PodState.EVICTED) {
            status.put("message", EVICTION);
            status.put("reason", "Evicted");
        }
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        status.put("hostIP", node.hostIp());
        status.set("hostIPs", JsonTree.array(JsonTree.object("ip", node.hostIp())));
        if (hostNetwork || state.hasNetwork()) {
            String ip = hostNetwork ? node.hostIp() : before.path("podIP").asText("");
            String address = ip.isEmpty() ? node.nextPodIp() : ip;
            status.put("podIP", address);
            status.set("podIPs", JsonTree.array(JsonTree.object("ip", address)));
        }
        status.put("startTime", before.path("startTime").asText(JsonTree.time(at)));
        containers(pod, state, before, status, at, dice);
        status.set("qosClass", before.path("qosClass"));
        pod.set("status", status);
        ObjectNode owned = JsonTree.object();
        for (String field : new String[] {
            "conditions", "containerStatuses", "hostIP", "hostIPs", "phase", "podIP", "podIPs", "startTime"
        }) {
            if (status.has(field)) {
                owned.set(field, reported(field, status.path(field)));
            }
        }
        manage(pod, "kubelet", at, owned);
    }

    /// The part of a field that the kubelet owns: container statuses as a whole, and all conditions but the
    /// scheduler's.
    private static JsonNode reported(String field, JsonNode value) {
        return switch (field) {
            case "containerStatuses" -> JsonTree.array();
            case "conditions" -> {
                ArrayNode own = JsonTree.list(value);
                own.remove(own.size() - 1);
                yield own;
            }
            default -> value;
        };
    }

    /// Marks the pod of a lost node as not ready, as the node controller does, or that of a recovered node as
    /// ready again; the rest of the status is unchanged.
    public static void setReady(ObjectNode pod, boolean ready, Instant at) {
        for (JsonNode each : pod.path("status").path("conditions")) {
            if (each.path("type").asText().equals("Ready") && each instanceof ObjectNode condition) {
                condition.put("status", ready ? "True" : "False");
                condition.put("lastTransitionTime", JsonTree.time(at));
                if (ready) {
                    condition.remove("reason");
                } else {
                    condition.put("reason", "NodeNotReady");
                }
            }
        }
    }

    private static void containers(
            ObjectNode pod, PodState state, ObjectNode before, ObjectNode status, Instant at, Dice dice) {
        JsonNode spec = pod.path("spec");
        if (state == PodState.EVICTED) {
            return;
        }
        if (spec.has("initContainers")) {
            boolean settled = state.hasNetwork() && before.path("podIP").isTextual();
            status.set(
                    "initContainerStatuses",
                    settled
                            ? before.path("initContainerStatuses")
                            : ContainerStatuses.initial(pod, spec.path("initContainers"), state, at, dice));
        }
        status.set(
                "containerStatuses",
                ContainerStatuses.of(pod, spec.path("containers"), before.path("containerStatuses"), state, at, dice));
    }

    private static ArrayNode conditions(ObjectNode pod, PodState state, ObjectNode before, Instant at) {
        boolean network = state.hasNetwork();
        boolean over = state == PodState.COMPLETED || state == PodState.FAILED;
        boolean initialized = network || !pod.path("spec").has("initContainers");
        Optional<String> unready = state.ready()
                ? Optional.empty()
                : Optional.of(
                        state == PodState.COMPLETED
                                ? "PodCompleted"
                                : state == PodState.FAILED ? "PodFailed" : "ContainersNotReady");
        Optional<String> message = unready.filter("ContainersNotReady"::equals)
                .map(reason -> "containers with unready status: ["
                        + pod.path("spec")
                                .path("containers")
                                .path(0)
                                .path("name")
                                .asText() + "]");
        ArrayNode conditions = JsonTree.array();
        if (state == PodState.EVICTED) {
            conditions.add(condition(
                    pod,
                    before,
                    "DisruptionTarget",
                    true,
                    at,
                    Optional.of("TerminationByKubelet"),
                    Optional.of(EVICTION)));
        }
        conditions.add(condition(pod, before, "PodReadyToStartContainers", network && !over, at));
        conditions.add(
                initialized
                        ? condition(pod, before, "Initialized", true, at)
                        : condition(
                                pod,
                                before,
                                "Initialized",
                                false,
                                at,
                                Optional.of("ContainersNotInitialized"),
                                Optional.empty()));
        conditions.add(condition(pod, before, "Ready", state.ready(), at, unready, message));
        conditions.add(condition(pod, before, "ContainersReady", state.ready(), at, unready, message));
        conditions.add(scheduled(pod, state, before, at));
        return conditions;
    }

    private static ObjectNode scheduled(ObjectNode pod, PodState state, ObjectNode before, Instant at) {
        return state == PodState.UNSCHEDULABLE
                ? condition(pod, before, "PodScheduled", false, at, Optional.of("Unschedulable"), Optional.of(NO_ROOM))
                : condition(pod, before, "PodScheduled", true, at);
    }

    private static ObjectNode condition(ObjectNode pod, ObjectNode before, String type, boolean value, Instant at) {
        return condition(pod, before, type, value, at, Optional.empty(), Optional.empty());
    }

    private static ObjectNode condition(
            ObjectNode pod,
            ObjectNode before,
            String type,
            boolean value,
            Instant at,
            Optional<String> reason,
            Optional<String> message) {
        String status = value ? "True" : "False";
        String since = JsonTree.time(at);
        for (JsonNode each : before.path("conditions")) {
            if (each.path("type").asText().equals(type)
                    && each.path("status").asText().equals(status)) {
                since = each.path("lastTransitionTime").asText();
            }
        }
        return JsonTree.object(
                "type", type,
                "observedGeneration", pod.path("metadata").path("generation"),
                "status", status,
                "lastProbeTime", JsonTree.nil(),
                "lastTransitionTime", since,
                "reason", reason,
                "message", message);
    }

    private static void manage(ObjectNode pod, String manager, Instant at, ObjectNode ownedStatus) {
        ArrayNode entries = JsonTree.child(pod, "metadata").withArray("managedFields");
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).has("subresource")) {
                entries.remove(i);
            }
        }
        entries.add(FieldsV1.statusEntry(manager, "v1", at, FieldsV1.of(JsonTree.object("status", ownedStatus))));
    }
}
