package io.livekube.hub.problem;

import static io.livekube.hub.problem.Conditions.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.core.model.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Judges objects kind by kind: what somebody on call would want to see of them.
public final class Problems {
    /// Of an object whose content nobody can read: one such must not hide what is wrong with the others.
    public static final Verdict UNREADABLE =
            Verdict.wrong(Problem.warning("Unreadable", "the hub holds it, but can't read what it says"));

    private static final Duration CLAIM_PENDING = Duration.ofMinutes(2);
    private static final List<String> PRESSURES =
            List.of("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

    /// Kinds without a state that could be wrong.
    private static final Set<String> NEVER = Set.of(
            "configmaps",
            "secrets",
            "events",
            "serviceaccounts",
            "leases.coordination.k8s.io",
            "endpointslices.discovery.k8s.io",
            "replicasets.apps",
            "services",
            "namespaces",
            "customresourcedefinitions.apiextensions.k8s.io",
            "limitranges",
            "resourcequotas",
            "ingressclasses.networking.k8s.io",
            "storageclasses.storage.k8s.io",
            "networkpolicies.networking.k8s.io");

    private Problems() {}

    /// Whether objects of a kind can have a problem at all.
    public static boolean possible(Resource resource) {
        return !NEVER.contains(resource.toString());
    }

    /// What is wrong with an object.
    ///
    /// @param object its content
    public static Verdict judge(Resource resource, JsonNode object, Instant now) {
        return switch (resource.toString()) {
            case "pods" -> PodProblems.of(object, now);
            case "nodes" -> verdict(node(object));
            case "jobs.batch" -> verdict(WorkloadProblems.job(object));
            case "deployments.apps" -> verdict(WorkloadProblems.deployment(object));
            case "statefulsets.apps" -> verdict(WorkloadProblems.statefulSet(object));
            case "daemonsets.apps" -> verdict(WorkloadProblems.daemonSet(object));
            case "persistentvolumeclaims" -> claim(object, now);
            default -> possible(resource) ? verdict(notReady(object)) : Verdict.FINE;
        };
    }

    private static Verdict verdict(Optional<Problem> problem) {
        return problem.map(Verdict::wrong).orElse(Verdict.FINE);
    }

    private static Optional<Problem> node(JsonNode node) {
        Optional<JsonNode> ready = Conditions.of(node, "Ready");
        if (ready.isPresent() && !text(ready.get(), "status").equals("True")) {
            String word = text(ready.get(), "status").equals("Unknown") ? "Unknown" : "NotReady";
            return Optional.of(Problem.error(word, Conditions.why(ready.get())));
        }
        Optional<Problem> pressure = PRESSURES.stream()
                .filter(type -> Conditions.is(node, type, "True"))
                .findFirst()
                .map(type -> Problem.warning(
                        type, Conditions.why(Conditions.of(node, type).orElseThrow())));
        return pressure.or(() -> node.path("spec").path("unschedulable").asBoolean()
                ? Optional.of(Problem.warning("Cordoned", "no pods are scheduled to it"))
                : Optional.empty());
    }

    private static Verdict claim(JsonNode claim, Instant now) {
        return switch (text(claim.path("status"), "phase")) {
            case "Lost" -> Verdict.wrong(Problem.error("Lost", "its volume is gone"));
            case "Pending" ->
                Verdict.after(
                        CLAIM_PENDING,
                        Conditions.created(claim),
                        now,
                        Problem.warning(
                                "Pending", "not bound for more than %d minutes".formatted(CLAIM_PENDING.toMinutes())));
            default -> Verdict.FINE;
        };
    }

    private static Optional<Problem> notReady(JsonNode object) {
        return Conditions.of(object, "Ready")
                .filter(ready -> text(ready, "status").equals("False"))
                .map(ready -> {
                    String reason = text(ready, "reason");
                    return Problem.warning(reason.isEmpty() ? "NotReady" : reason, text(ready, "message"));
                });
    }
}
