package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/// Statuses that controllers write to workloads. Every function replaces `status` and its `managedFields`
/// entry.
public final class WorkloadStatuses {
    /// Numbers of a workload's pods: desired, existing, of the newest template, and ready.
    public record Counts(int desired, int replicas, int updated, int ready) {}

    private WorkloadStatuses() {}

    public static void deployment(ObjectNode deployment, Counts counts, String replicaSet, Instant now) {
        boolean available = counts.ready() >= counts.desired() - counts.desired() / 4;
        boolean complete = counts.updated() >= counts.desired() && counts.replicas() == counts.updated() && available;
        JsonNode before = deployment.path("status").path("conditions");
        String name = deployment.path("metadata").path("name").asText();
        ArrayNode conditions = JsonTree.array(
                condition(
                        before,
                        "Available",
                        available,
                        available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                        available
                                ? "Deployment has minimum availability."
                                : "Deployment does not have minimum availability.",
                        now),
                condition(
                        before,
                        "Progressing",
                        true,
                        complete ? "NewReplicaSetAvailable" : "ReplicaSetUpdated",
                        complete
                                ? "ReplicaSet \"" + replicaSet + "\" has successfully progressed."
                                : "Deployment \"" + name + "\" is progressing.",
                        now));
        ObjectNode status = JsonTree.object(
                "observedGeneration", generation(deployment),
                "replicas", positive(counts.replicas()),
                "updatedReplicas", positive(counts.updated()),
                "readyReplicas", positive(counts.ready()),
                "availableReplicas", positive(counts.ready()),
                "unavailableReplicas", positive(Math.max(counts.desired(), counts.replicas()) - counts.ready()),
                "terminatingReplicas", 0,
                "conditions", conditions);
        set(deployment, status, "apps/v1", now);
    }

    public static void replicaSet(ObjectNode replicaSet, int replicas, int ready, Instant now) {
        ObjectNode status = JsonTree.object(
                "replicas", replicas,
                "fullyLabeledReplicas", positive(replicas),
                "readyReplicas", positive(ready),
                "availableReplicas", positive(ready),
                "terminatingReplicas", 0,
                "observedGeneration", generation(replicaSet));
        set(replicaSet, status, "apps/v1", now);
    }

    public static void statefulSet(ObjectNode set, int replicas, int ready, String revision, Instant now) {
        JsonNode generation = generation(set);
        ObjectNode status = JsonTree.object(
                "observedGeneration", generation,
                "replicas", replicas,
                "readyReplicas", positive(ready),
                "currentReplicas", positive(replicas),
                "updatedReplicas", positive(replicas),
                "currentRevision", revision,
                "updateRevision", revision,
                "collisionCount", 0,
                "availableReplicas", ready);
        set(set, status, "apps/v1", now);
    }

    public static void daemonSet(ObjectNode set, int nodes, int ready, Instant now) {
        JsonNode generation = generation(set);
        Optional<Integer> unavailable = positive(nodes - ready);
        ObjectNode status = JsonTree.object(
                "currentNumberScheduled", nodes,
                "numberMisscheduled", 0,
                "desiredNumberScheduled", nodes,
                "numberReady", ready,
                "observedGeneration", generation,
                "updatedNumberScheduled", positive(nodes),
                "numberAvailable", positive(ready),
                "numberUnavailable", unavailable);
        set(set, status, "apps/v1", now);
    }

    private static JsonNode generation(ObjectNode object) {
        return object.path("metadata").path("generation");
    }

    /// Replaces the status and its `managedFields` entry.
    static void set(ObjectNode object, ObjectNode status, String apiVersion, Instant now) {
        object.set("status", status);
        ArrayNode entries = JsonTree.child(object, "metadata").withArray("managedFields");
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).has("subresource")) {
                entries.remove(i);
            }
        }
        entries.add(FieldsV1.statusEntry(
                "kube-controller-manager", apiVersion, now, FieldsV1.of(JsonTree.object("status", status))));
    }

    private static Optional<Integer> positive(int count) {
        return count > 0 ? Optional.of(count) : Optional.empty();
    }

    private static ObjectNode condition(
            JsonNode before, String type, boolean value, String reason, String message, Instant now) {
        String status = value ? "True" : "False";
        String since = JsonTree.time(now);
        for (JsonNode each : before) {
            if (each.path("type").asText().equals(type)
                    && each.path("status").asText().equals(status)) {
                since = each.path("lastTransitionTime").asText();
            }
        }
        return JsonTree.object(
                "type", type,
                "status", status,
                "lastUpdateTime", now,
                "lastTransitionTime", since,
                "reason", reason,
                "message", message);
    }
}
