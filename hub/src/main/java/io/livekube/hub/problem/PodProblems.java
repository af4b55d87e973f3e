package io.livekube.hub.problem;

import static io.livekube.hub.problem.Conditions.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.table.Ages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Problems of pods: those of a container first, then those of the pod itself.
final class PodProblems {
    static final Duration PENDING = Duration.ofMinutes(2);
    static final Duration NOT_READY = Duration.ofMinutes(5);

    /// Reasons for which every container waits before it first starts.
    private static final Set<String> STARTING = Set.of("", "ContainerCreating", "PodInitializing");

    private static final List<String> CONTAINERS = List.of("initContainerStatuses", "containerStatuses");

    private PodProblems() {}

    static Optional<Problem> of(JsonNode pod) {
        if (!text(pod.path("metadata"), "deletionTimestamp").isEmpty()) {
            return Optional.empty();
        }
        JsonNode status = pod.path("status");
        return switch (text(status, "phase")) {
            case "Succeeded" -> Optional.empty();
            case "Failed" -> Optional.of(failed(status));
            case "Pending" -> container(status).or(() -> pending(pod));
            default -> container(status).or(() -> notReady(pod));
        };
    }

    private static Problem failed(JsonNode status) {
        String reason = text(status, "reason");
        if (!reason.isEmpty()) {
            return Problem.error(reason, text(status, "message"));
        }
        return container(status).orElseGet(() -> Problem.error("Failed", text(status, "message")));
    }

    private static Optional<Problem> container(JsonNode status) {
        for (String list : CONTAINERS) {
            for (JsonNode container : status.path(list)) {
                Optional<Problem> problem = problem(container);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Problem> problem(JsonNode container) {
        String name = text(container, "name");
        JsonNode waiting = container.path("state").path("waiting");
        String reason = text(waiting, "reason");
        if (!STARTING.contains(reason)) {
            String last = text(container.path("lastState").path("terminated"), "reason");
            String ended = last.isEmpty() ? "" : " (last terminated: %s)".formatted(last);
            return Optional.of(
                    Problem.error(reason, "container " + name + ended + behind(": ", text(waiting, "message"))));
        }
        JsonNode over = container.path("state").path("terminated");
        int exitCode = over.path("exitCode").asInt();
        if (exitCode != 0) {
            return Optional.of(Problem.error(
                    ending(over),
                    "container %s terminated with exit code %d%s"
                            .formatted(name, exitCode, behind(": ", text(over, "message")))));
        }
        return Optional.empty();
    }

    /// Why a container terminated, in kubectl's terms.
    private static String ending(JsonNode terminated) {
        String reason = text(terminated, "reason");
        if (!reason.isEmpty()) {
            return reason;
        }
        int signal = terminated.path("signal").asInt();
        return signal != 0
                ? "Signal:" + signal
                : "ExitCode:" + terminated.path("exitCode").asInt();
    }

    private static String behind(String separator, String text) {
        return text.isEmpty() ? "" : separator + text;
    }

    private static Optional<Problem> pending(JsonNode pod) {
        Optional<JsonNode> unscheduled = Conditions.of(pod, "PodScheduled", "False");
        if (unscheduled.isPresent()) {
            return text(unscheduled.get(), "reason").equals("SchedulingGated")
                    ? Optional.empty()
                    : Optional.of(Problem.error("Unschedulable", text(unscheduled.get(), "message")));
        }
        return Problem.warning("Pending", "pending for more than %d minutes".formatted(PENDING.toMinutes()))
                .after(PENDING, Conditions.created(pod));
    }

    private static Optional<Problem> notReady(JsonNode pod) {
        return Conditions.of(pod, "Ready", "False")
                .flatMap(ready -> Problem.warning("NotReady", Conditions.why(ready))
                        .after(NOT_READY, Ages.instant(ready.path("lastTransitionTime"))));
    }
}
