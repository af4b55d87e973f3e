package io.livekube.hub.problem;

import static io.livekube.hub.problem.Conditions.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// What can be wrong with those that keep pods running, or have them run to an end.
final class WorkloadProblems {
    private WorkloadProblems() {}

    static Optional<Problem> deployment(JsonNode deployment) {
        Optional<JsonNode> stuck = Conditions.of(deployment, "Progressing")
                .filter(condition -> text(condition, "reason").equals("ProgressDeadlineExceeded"));
        if (stuck.isPresent()) {
            return Optional.of(Problem.error("ProgressDeadlineExceeded", text(stuck.get(), "message")));
        }
        JsonNode status = deployment.path("status");
        return unavailable(
                status.path("unavailableReplicas").asLong(),
                status.path("replicas").asLong());
    }

    static Optional<Problem> statefulSet(JsonNode set) {
        long wanted = set.path("spec").path("replicas").asLong(1);
        JsonNode status = set.path("status");
        if (status.isMissingNode() || status.isEmpty()) {
            return Optional.empty();
        }
        return unavailable(wanted - status.path("readyReplicas").asLong(), wanted);
    }

    static Optional<Problem> daemonSet(JsonNode set) {
        JsonNode status = set.path("status");
        return unavailable(
                status.path("numberUnavailable").asLong(),
                status.path("desiredNumberScheduled").asLong());
    }

    static Optional<Problem> job(JsonNode job) {
        return Conditions.of(job, "Failed")
                .filter(condition -> text(condition, "status").equals("True"))
                .map(condition -> Problem.error("Failed", Conditions.why(condition)));
    }

    private static Optional<Problem> unavailable(long missing, long wanted) {
        if (missing <= 0) {
            return Optional.empty();
        }
        String message = "%,d of %,d replicas are unavailable".formatted(missing, wanted);
        return Optional.of(
                missing >= wanted ? Problem.error("Unavailable", message) : Problem.warning("Unavailable", message));
    }
}
