package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.has;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Readiness, status and restarts of a pod, as `kubectl get pods` prints them.
///
/// They describe the init containers until those have finished, and the containers afterwards. If several
/// containers have a reason, the first one's is shown. Init containers that keep running ("sidecars") count
/// as containers.
record PodSummary(String ready, String status, long restartCount, Optional<Instant> lastRestart) {
    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    static PodSummary of(JsonNode pod) {
        Set<String> sidecars = each(pod, "spec", "initContainers")
                .filter(container -> text(container, "restartPolicy").equals("Always"))
                .map(container -> text(container, "name"))
                .collect(Collectors.toSet());
        List<JsonNode> inits =
                begun(each(pod, "status", "initContainerStatuses").toList(), sidecars);
        List<JsonNode> containers = each(pod, "status", "containerStatuses").toList();
        Optional<String> init = init(pod, inits, sidecars);

        boolean mainBegun = init.isEmpty() || Fields.condition(pod, "Initialized");
        String before = init.orElseGet(() -> phase(pod));
        long ready = inits.stream()
                        .filter(one -> !succeeded(one)
                                && started(one, sidecars)
                                && one.path("ready").asBoolean())
                        .count()
                + (mainBegun ? containers.stream().filter(PodSummary::up).count() : 0);
        List<JsonNode> counted = mainBegun
                ? Stream.concat(inits.stream().filter(one -> isSidecar(one, sidecars)), containers.stream())
                        .toList()
                : inits;
        return new PodSummary(
                ready + "/" + (at(pod, "spec", "containers").size() + sidecars.size()),
                ending(pod).orElseGet(() -> mainBegun ? running(pod, containers, before) : before),
                counted.stream()
                        .mapToLong(container -> number(container, "restartCount"))
                        .sum(),
                counted.stream()
                        .map(container -> at(container, "lastState", "terminated", "finishedAt"))
                        .flatMap(at -> Ages.instant(at).stream())
                        .max(Instant::compareTo));
    }

    String restarts(Instant now) {
        return restartCount == 0 || lastRestart.isEmpty()
                ? Long.toString(restartCount)
                : "%d (%s ago)".formatted(restartCount, Ages.text(Duration.between(lastRestart.get(), now)));
    }

    private static String phase(JsonNode pod) {
        boolean gated = each(pod, "status", "conditions")
                .anyMatch(condition -> text(condition, "type").equals("PodScheduled")
                        && text(condition, "reason").equals("SchedulingGated"));
        return gated ? "SchedulingGated" : Fields.filledOr(text(pod, "status", "phase"), text(pod, "status", "reason"));
    }

    /// The status of the init container that holds the pod back; empty if none does.
    private static Optional<String> init(JsonNode pod, List<JsonNode> inits, Set<String> sidecars) {
        if (inits.isEmpty() || passed(inits.getLast(), sidecars)) {
            return Optional.empty();
        }
        String place = "%d/%d"
                .formatted(inits.size() - 1, at(pod, "spec", "initContainers").size());
        return Optional.of("Init:" + unfinished(inits.getLast(), place));
    }

    /// The init containers up to the first one that holds the pod back.
    private static List<JsonNode> begun(List<JsonNode> inits, Set<String> sidecars) {
        long passed = inits.stream()
                .takeWhile(container -> passed(container, sidecars))
                .count();
        return inits.stream().limit(passed + 1).toList();
    }

    private static boolean passed(JsonNode container, Set<String> sidecars) {
        return succeeded(container) || started(container, sidecars);
    }

    private static boolean succeeded(JsonNode container) {
        JsonNode end = at(container, "state", "terminated");
        return has(end) && number(end, "exitCode") == 0;
    }

    private static boolean started(JsonNode container, Set<String> sidecars) {
        return isSidecar(container, sidecars) && container.path("started").asBoolean();
    }

    private static boolean isSidecar(JsonNode container, Set<String> sidecars) {
        return sidecars.contains(text(container, "name"));
    }

    private static String unfinished(JsonNode container, String place) {
        JsonNode end = at(container, "state", "terminated");
        if (has(end)) {
            return end(end);
        }
        String waiting = text(container, "state", "waiting", "reason");
        return waiting.isEmpty() || waiting.equals("PodInitializing") ? place : waiting;
    }

    private static String end(JsonNode terminated) {
        String reason = text(terminated, "reason");
        if (!reason.isEmpty()) {
            return reason;
        }
        long signal = number(terminated, "signal");
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + number(terminated, "exitCode");
    }

    private static String running(JsonNode pod, List<JsonNode> containers, String before) {
        String status = containers.stream()
                .map(PodSummary::trouble)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(before);
        if (!status.equals("Completed")) {
            return status;
        }
        boolean anyUp =
                containers.stream().anyMatch(container -> trouble(container).isEmpty() && up(container));
        Optional<String> failure = containers.stream()
                .filter(container -> waitingReason(container).isEmpty())
                .map(container -> at(container, "state", "terminated"))
                .filter(end -> has(end) && number(end, "exitCode") != 0)
                .map(PodSummary::end)
                .findFirst();
        if (anyUp && Fields.condition(pod, "Ready")) {
            return "Running";
        }
        return failure.orElse(anyUp ? "NotReady" : status);
    }

    /// Why a container is not running.
    private static Optional<String> trouble(JsonNode container) {
        String waiting = waitingReason(container);
        if (!waiting.isEmpty()) {
            return Optional.of(waiting);
        }
        JsonNode end = at(container, "state", "terminated");
        return has(end) ? Optional.of(end(end)) : Optional.empty();
    }

    private static String waitingReason(JsonNode container) {
        return text(container, "state", "waiting", "reason");
    }

    private static boolean up(JsonNode container) {
        return container.path("ready").asBoolean()
                && has(at(container, "state", "running"))
                && trouble(container).isEmpty();
    }

    /// The status of a pod that is being deleted.
    private static Optional<String> ending(JsonNode pod) {
        if (!Fields.deleted(pod)) {
            return Optional.empty();
        }
        if (text(pod, "status", "reason").equals("NodeLost")) {
            return Optional.of("Unknown");
        }
        return OVER.contains(text(pod, "status", "phase")) ? Optional.empty() : Optional.of("Terminating");
    }
}
