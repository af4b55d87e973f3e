package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/// Horizontal pod autoscalers of deployments, by CPU.
public final class Autoscalers {
    public static final int TARGET_PERCENT = 70;

    private Autoscalers() {}

    public static ObjectNode autoscaler(Metadata metadata, String deployment, int replicas, int percent, Instant now) {
        ObjectNode spec = JsonTree.object(
                "scaleTargetRef", JsonTree.object("kind", "Deployment", "name", deployment, "apiVersion", "apps/v1"),
                "minReplicas", Math.max(1, replicas / 2),
                "maxReplicas", replicas * 2 + 1,
                "metrics",
                        JsonTree.array(JsonTree.object(
                                "type",
                                "Resource",
                                "resource",
                                JsonTree.object(
                                        "name",
                                        "cpu",
                                        "target",
                                        JsonTree.object(
                                                "type", "Utilization", "averageUtilization", TARGET_PERCENT)))));
        ObjectNode autoscaler = metadata.object(
                "autoscaling/v2", "HorizontalPodAutoscaler", "deployer", false, JsonTree.object("spec", spec));
        measure(autoscaler, replicas, replicas, percent, now);
        return autoscaler;
    }

    /// Updates the status after an evaluation: current and desired replicas, and the measured utilization.
    public static void measure(ObjectNode autoscaler, int current, int desired, int percent, Instant now) {
        JsonNode before = autoscaler.path("status");
        String created = autoscaler.path("metadata").path("creationTimestamp").asText();
        String scaled = current == desired ? before.path("lastScaleTime").asText(created) : JsonTree.time(now);
        WorkloadStatuses.set(
                autoscaler,
                JsonTree.object(
                        "lastScaleTime", scaled,
                        "currentReplicas", current,
                        "desiredReplicas", desired,
                        "currentMetrics",
                                JsonTree.array(JsonTree.object(
                                        "type",
                                        "Resource",
                                        "resource",
                                        JsonTree.object(
                                                "name",
                                                "cpu",
                                                "current",
                                                JsonTree.object(
                                                        "averageValue",
                                                        percent * 5 + "m",
                                                        "averageUtilization",
                                                        percent)))),
                        "conditions",
                                JsonTree.array(
                                        condition(
                                                "AbleToScale",
                                                created,
                                                "ReadyForNewScale",
                                                "recommended size matches current size"),
                                        condition(
                                                "ScalingActive",
                                                created,
                                                "ValidMetricFound",
                                                "the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)"))),
                "autoscaling/v2",
                now);
    }

    private static ObjectNode condition(String type, String since, String reason, String message) {
        return JsonTree.object(
                "type", type,
                "status", "True",
                "lastTransitionTime", since,
                "reason", reason,
                "message", message);
    }
}
