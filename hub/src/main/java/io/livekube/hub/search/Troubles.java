package io.livekube.hub.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.search.Status.Severity;
import io.livekube.hub.search.Status.Trouble;
import java.util.Optional;
import java.util.Set;

/// Tells trouble by the words that stand for it.
final class Troubles {
    /// What ends with one of these is broken: pods that wait, end or never begin, and what depends on them.
    private static final Set<String> ERRORS = Set.of(
            "CrashLoopBackOff",
            "ImagePullBackOff",
            "ErrImagePull",
            "ErrImageNeverPull",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError",
            "ContainerCannotRun",
            "StartError",
            "OOMKilled",
            "Error",
            "Failed",
            "Evicted",
            "DeadlineExceeded",
            "ProgressDeadlineExceeded",
            "NodeLost",
            "Lost",
            "Unknown",
            "NotReady");

    private Troubles() {}

    /// What is wrong with an object, by its word and the others.
    ///
    /// @param kind as of `Pod`
    static Optional<Trouble> of(String kind, String word, Set<String> more) {
        String last = word.substring(word.indexOf(':') + 1); // as of Init:Error
        if (word.startsWith("ExitCode:") || word.startsWith("Signal:") || word.startsWith("Init:ExitCode:")) {
            return error(word);
        }
        return switch (kind) {
            case "Pod" ->
                ERRORS.contains(last) && !last.equals("NotReady")
                        ? error(last)
                        : more.contains("Unschedulable") ? warning("Unschedulable") : Optional.empty();
            case "Node" -> node(word, more);
            case "Deployment", "StatefulSet", "DaemonSet" ->
                more.contains("ProgressDeadlineExceeded")
                        ? error("ProgressDeadlineExceeded")
                        : more.contains(StatusReader.UNAVAILABLE)
                                ? warning(StatusReader.UNAVAILABLE)
                                : Optional.empty();
            case "PersistentVolumeClaim" -> word.equals("Pending") ? warning(word) : anyError(word);
            case "Event", "ReplicaSet", "Namespace" -> Optional.empty();
            default -> word.equals("NotReady") ? warning(word) : anyError(word);
        };
    }

    private static Optional<Trouble> node(String word, Set<String> more) {
        String ready = word.split(",", 2)[0];
        if (ERRORS.contains(ready)) {
            return error(ready);
        }
        if (!more.isEmpty()) {
            return warning(more.iterator().next());
        }
        return word.equals(ready) ? Optional.empty() : warning("SchedulingDisabled");
    }

    private static Optional<Trouble> anyError(String word) {
        return ERRORS.contains(word) ? error(word) : Optional.empty();
    }

    private static Optional<Trouble> error(String reason) {
        return Optional.of(new Trouble(reason, Severity.ERROR));
    }

    private static Optional<Trouble> warning(String reason) {
        return Optional.of(new Trouble(reason, Severity.WARNING));
    }

    /// Whether a condition of an object is so.
    static boolean condition(JsonNode object, String type, String status) {
        return object.path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals(type)
                        && condition.path("status").asText().equals(status));
    }
}
