package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/// Horizontal pod autoscalers of deployments, by CPU.
public final class Autoscalers {
    public static final int TARGET_PERCENT = 70;
    private static final Template AUTOSCALER = Template.of("autoscaler");
    private static final Template STATUS = Template.of("autoscaler-status");

    private Autoscalers() {}

    public static ObjectNode autoscaler(Metadata metadata, String deployment, int replicas, int percent, Instant now) {
        ObjectNode content = AUTOSCALER.fill(
                "deployment",
                deployment,
                "min",
                Math.max(1, replicas / 2),
                "max",
                replicas * 2 + 1,
                "target",
                TARGET_PERCENT);
        ObjectNode autoscaler = metadata.object(content, "deployer", false);
        measure(autoscaler, replicas, replicas, percent, now);
        return autoscaler;
    }

    /// Updates the status after an evaluation: current and desired replicas, and the measured utilization.
    public static void measure(ObjectNode autoscaler, int current, int desired, int percent, Instant now) {
        String created = autoscaler.path("metadata").path("creationTimestamp").asText();
        String before = autoscaler.path("status").path("lastScaleTime").asText(created);
        ObjectNode status = STATUS.fill(
                "scaled", current == desired ? before : JsonTree.time(now),
                "current", current,
                "desired", desired,
                "cpu", percent * 5 + "m",
                "percent", percent,
                "created", created);
        WorkloadStatuses.set(autoscaler, status, "autoscaling/v2", now);
    }
}
