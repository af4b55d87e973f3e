package io.livekube.hub.problem;

import static io.livekube.hub.problem.Conditions.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// Problems of the kinds that keep pods running or run them to completion.
final class WorkloadProblems {
    private WorkloadProblems() {}

    static Optional<Problem> deployment(JsonNode deployment) {
        return Conditions.of(deployment, "Progressing")
                .filter(condition -> text(condition, "reason").equals("ProgressDeadlineExceeded"))
                .map(condition -> Problem.error("ProgressDeadlineExceeded", text(condition, "message")))
                .or(() -> replicas(deployment));
    }

    /// Problem of a kind that `kubectl get` shows as `2/3`: replicas that are not ready.
    static Optional<Problem> replicas(JsonNode object) {
        return object.path("status").isEmpty() // the controller has not processed it yet
                ? Optional.empty()
                : unavailable(
                        object.path("status").path("readyReplicas").asLong(),
                        object.path("spec").path("replicas").asLong(1));
    }

    static Optional<Problem> daemonSet(JsonNode set) {
        JsonNode status = set.path("status");
        return unavailable(
                status.path("numberReady").asLong(),
                status.path("desiredNumberScheduled").asLong());
    }

    static Optional<Problem> job(JsonNode job) {
        return Conditions.of(job, "Failed", "True")
                .map(condition -> Problem.error("Failed", Conditions.why(condition)));
    }

    private static Optional<Problem> unavailable(long ready, long desired) {
        if (ready >= desired) {
            return Optional.empty();
        }
        String message = "%,d of %,d replicas are not ready".formatted(desired - ready, desired);
        return Optional.of(
                ready == 0 ? Problem.error("Unavailable", message) : Problem.warning("Unavailable", message));
    }
}
