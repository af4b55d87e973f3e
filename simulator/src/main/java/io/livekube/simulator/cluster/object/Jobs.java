package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Cron jobs and the jobs they start.
public final class Jobs {
    private static final String NAME = "batch.kubernetes.io/job-name";
    private static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

    private Jobs() {}

    public static ObjectNode cronJob(Metadata metadata, ObjectNode template, String schedule, Instant lastRun) {
        ObjectNode spec = JsonTree.object(
                "schedule",
                schedule,
                "concurrencyPolicy",
                "Forbid",
                "suspend",
                false,
                "jobTemplate",
                JsonTree.object(
                        "metadata", JsonTree.object(),
                        "spec", JsonTree.object("backoffLimit", 6, "template", template)),
                "successfulJobsHistoryLimit",
                3,
                "failedJobsHistoryLimit",
                1);
        return metadata.object(
                "batch/v1",
                "CronJob",
                "deployer",
                true,
                JsonTree.object(
                        "spec",
                        spec,
                        "status",
                        JsonTree.object("lastScheduleTime", lastRun, "lastSuccessfulTime", lastRun.plusSeconds(45))));
    }

    /// A run of a template, before its pod has started.
    public static ObjectNode job(Metadata base, ObjectNode template) {
        Map<String, String> labels = new TreeMap<>();
        template.path("metadata")
                .path("labels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        labels.put(NAME, base.name());
        labels.put("job-name", base.name());
        labels.put(CONTROLLER_UID, base.uid());
        labels.put("controller-uid", base.uid());
        ObjectNode labelled = template.deepCopy();
        JsonTree.child(labelled, "metadata")
                .set("labels", JsonTree.object("labels", labels).get("labels"));
        ObjectNode spec = JsonTree.object(
                "parallelism",
                1,
                "completions",
                1,
                "backoffLimit",
                6,
                "selector",
                JsonTree.object("matchLabels", Map.of(CONTROLLER_UID, base.uid())),
                "template",
                labelled,
                "completionMode",
                "NonIndexed",
                "suspend",
                false,
                "podReplacementPolicy",
                "TerminatingOrFailed");
        return base.labelled(labels)
                .object("batch/v1", "Job", "kube-controller-manager", true, JsonTree.object("spec", spec));
    }

    public static void active(ObjectNode job, Instant started, Instant now) {
        WorkloadStatuses.set(
                job,
                JsonTree.object(
                        "startTime",
                        started,
                        "active",
                        1,
                        "terminating",
                        0,
                        "ready",
                        1,
                        "uncountedTerminatedPods",
                        JsonTree.object()),
                "batch/v1",
                now);
    }

    public static void finished(ObjectNode job, boolean success, Instant started, Instant now) {
        String type = success ? "Complete" : "Failed";
        String reason = success ? "CompletionsReached" : "BackoffLimitExceeded";
        String message =
                success ? "Reached expected number of succeeded pods" : "Job has reached the specified backoff limit";
        WorkloadStatuses.set(
                job,
                JsonTree.object(
                        "conditions",
                        JsonTree.array(
                                condition(success ? "SuccessCriteriaMet" : "FailureTarget", reason, message, now),
                                condition(type, reason, message, now)),
                        "startTime",
                        started,
                        "completionTime",
                        success ? Optional.of(now) : Optional.empty(),
                        "terminating",
                        0,
                        "succeeded",
                        success ? Optional.of(1) : Optional.empty(),
                        "failed",
                        success ? Optional.empty() : Optional.of(1),
                        "uncountedTerminatedPods",
                        JsonTree.object(),
                        "ready",
                        0),
                "batch/v1",
                now);
    }

    private static ObjectNode condition(String type, String reason, String message, Instant now) {
        return JsonTree.object(
                "type",
                type,
                "status",
                "True",
                "lastProbeTime",
                now,
                "lastTransitionTime",
                now,
                "reason",
                reason,
                "message",
                message);
    }
}
