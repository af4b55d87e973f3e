package io.livekube.hub.problem;

import static io.livekube.hub.problem.Conditions.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What can be wrong with a pod: a container's trouble first, then the pod's own.
final class PodProblems {
    static final Duration PENDING = Duration.ofMinutes(2);
    static final Duration NOT_READY = Duration.ofMinutes(5);

    /// Why a container may wait without anything being wrong.
    private static final Set<String> USUAL = Set.of("", "ContainerCreating", "PodInitializing");

    private PodProblems() {}

    static Verdict of(JsonNode pod, Instant now) {
        if (!text(pod.path("metadata"), "deletionTimestamp").isEmpty()) {
            return Verdict.FINE;
        }
        JsonNode status = pod.path("status");
        return switch (text(status, "phase")) {
            case "Succeeded" -> Verdict.FINE;
            case "Failed" -> Verdict.wrong(failed(status));
            case "Pending" -> container(status).map(Verdict::wrong).orElseGet(() -> pending(pod, now));
            default -> container(status).map(Verdict::wrong).orElseGet(() -> notReady(pod, now));
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
        return Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(list -> status.path(list).valueStream())
                .flatMap(container -> trouble(container).stream())
                .findFirst();
    }

    private static Optional<Problem> trouble(JsonNode container) {
        String name = text(container, "name");
        JsonNode waiting = container.path("state").path("waiting");
        String reason = text(waiting, "reason");
        if (!USUAL.contains(reason)) {
            String last = text(container.path("lastState").path("terminated"), "reason");
            String ended = last.isEmpty() ? "" : " (last ended with %s)".formatted(last);
            String message = text(waiting, "message");
            return Optional.of(
                    Problem.error(reason, "container " + name + ended + (message.isEmpty() ? "" : ": " + message)));
        }
        JsonNode over = container.path("state").path("terminated");
        if (over.path("exitCode").asInt() != 0) {
            String why = text(over, "reason");
            String message = text(over, "message");
            return Optional.of(Problem.error(
                    why.isEmpty() ? "Error" : why,
                    "container %s ended with exit code %d%s"
                            .formatted(name, over.path("exitCode").asInt(), message.isEmpty() ? "" : ": " + message)));
        }
        return Optional.empty();
    }

    private static Verdict pending(JsonNode pod, Instant now) {
        Optional<JsonNode> unscheduled = Conditions.of(pod, "PodScheduled")
                .filter(condition -> text(condition, "status").equals("False"));
        if (unscheduled.isPresent()) {
            return text(unscheduled.get(), "reason").equals("SchedulingGated")
                    ? Verdict.FINE
                    : Verdict.wrong(Problem.error("Unschedulable", text(unscheduled.get(), "message")));
        }
        return Verdict.after(
                PENDING,
                Conditions.created(pod),
                now,
                Problem.warning("Pending", "pending for more than %d minutes".formatted(PENDING.toMinutes())));
    }

    private static Verdict notReady(JsonNode pod, Instant now) {
        return Conditions.of(pod, "Ready")
                .filter(ready -> text(ready, "status").equals("False"))
                .map(ready -> Verdict.after(
                        NOT_READY,
                        Conditions.moment(ready.path("lastTransitionTime")),
                        now,
                        Problem.warning("NotReady", Conditions.why(ready))))
                .orElse(Verdict.FINE);
    }
}
