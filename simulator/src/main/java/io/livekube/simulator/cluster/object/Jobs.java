package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Cron jobs and their jobs.
public final class Jobs {
    private static final String NAME = "batch.kubernetes.io/job-name";
    private static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

    private static final Template CRON_JOB = Template.of("cron-job");
    private static final Template JOB = Template.of("job");

    private Jobs() {}

    public static ObjectNode cronJob(Metadata metadata, ObjectNode template, String schedule, Instant lastRun) {
        ObjectNode content = CRON_JOB.fill(
                "template", template,
                "schedule", schedule,
                "lastRun", lastRun,
                "lastSuccess", lastRun.plusSeconds(45));
        return metadata.object(content, "deployer", true);
    }

    /// A job whose pod has not started yet.
    public static ObjectNode job(Metadata base, ObjectNode template) {
        Map<String, String> labels =
                new TreeMap<>(JsonTree.strings(template.path("metadata").path("labels")));
        labels.put(NAME, base.name());
        labels.put("job-name", base.name());
        labels.put(CONTROLLER_UID, base.uid());
        labels.put("controller-uid", base.uid());
        ObjectNode labelled = template.deepCopy();
        JsonTree.child(labelled, "metadata")
                .set("labels", JsonTree.object("labels", labels).get("labels"));
        return base.labelled(labels)
                .object(JOB.fill("uid", base.uid(), "template", labelled), "kube-controller-manager", true);
    }

    public static void active(ObjectNode job, Instant started, Instant now) {
        WorkloadStatuses.set(
                job,
                JsonTree.object(
                        "startTime", started,
                        "active", 1,
                        "terminating", 0,
                        "ready", 1,
                        "uncountedTerminatedPods", JsonTree.object()),
                "batch/v1",
                now);
    }

    public static void finished(ObjectNode job, boolean success, Instant started, Instant now) {
        String type = success ? "Complete" : "Failed";
        String reason = success ? "CompletionsReached" : "BackoffLimitExceeded";
        String message =
                success ? "Reached expected number of succeeded pods" : "Job has reached the specified backoff limit";
        ArrayNode conditions = JsonTree.array(
                condition(success ? "SuccessCriteriaMet" : "FailureTarget", reason, message, now),
                condition(type, reason, message, now));
        Optional<Instant> completed = success ? Optional.of(now) : Optional.empty();
        Optional<Integer> succeeded = success ? Optional.of(1) : Optional.empty();
        Optional<Integer> failed = success ? Optional.empty() : Optional.of(1);
        ObjectNode status = JsonTree.object(
                "conditions", conditions,
                "startTime", started,
                "completionTime", completed,
                "terminating", 0,
                "succeeded", succeeded,
                "failed", failed,
                "uncountedTerminatedPods", JsonTree.object(),
                "ready", 0);
        WorkloadStatuses.set(job, status, "batch/v1", now);
    }

    private static ObjectNode condition(String type, String reason, String message, Instant now) {
        return JsonTree.object(
                "type", type,
                "status", "True",
                "lastProbeTime", now,
                "lastTransitionTime", now,
                "reason", reason,
                "message", message);
    }
}
