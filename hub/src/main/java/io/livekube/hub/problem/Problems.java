package io.livekube.hub.problem;

import static io.livekube.hub.problem.Conditions.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The single definition of problems with objects, used by search, tables, streams and counts.
///
/// An error means that something does not work until a person or a controller acts; a warning means that it
/// works partially, may recover by itself, or can't be judged. A state that every object passes through counts
/// only once it lasts.
///
/// | kind | problem | severity | why |
/// |---|---|---|---|
/// | any | `Unreadable`: it can't be parsed | warning | the object itself may be fine |
/// | Pod | waiting or terminated container, by its reason (`CrashLoopBackOff`, `OOMKilled`, `ExitCode:1`) | error | it
/// does
/// not run |
/// | Pod | `Failed`, or the status's reason (`Evicted`) | error | it won't run again |
/// | Pod | `Unschedulable` | error, immediately | no node fits until something changes |
/// | Pod | `Pending` for 2 minutes | warning | images and volumes take time |
/// | Pod | `NotReady` for 5 minutes | warning | it runs, but gets no traffic |
/// | Node | `NotReady`: Ready is False or Unknown | error | its pods are moved or lost |
/// | Node | `Unknown`: no Ready condition for 2 minutes | warning | its kubelet has never reported |
/// | Node | `MemoryPressure` and the like | warning | it evicts pods, but works |
/// | Node | `SchedulingDisabled` | warning | cordoned for maintenance, perhaps forgotten |
/// | Deployment | `ProgressDeadlineExceeded` | error | its rollout is stuck |
/// | Deployment, StatefulSet, DaemonSet | `Unavailable`: fewer ready than desired | error if none is ready, otherwise
/// warning | as
/// kubectl's `0/3`, `2/3` |
/// | Job | `Failed` | error | it won't be retried |
/// | PersistentVolumeClaim | `Lost` | error | its volume is gone |
/// | PersistentVolumeClaim | `Pending` for 2 minutes | warning | provisioning takes time |
/// | PersistentVolume | `Failed` | error | it was not reclaimed |
/// | others | Ready is False, by the condition's reason | warning | only its controller knows the severity |
public final class Problems {
    /// Problem of an object that can't be parsed: it must not hide the problems of others.
    public static final Problem UNREADABLE =
            Problem.warning("Unreadable", "the hub holds this object but can't parse it");

    private static final Duration CLAIM_PENDING = Duration.ofMinutes(2);
    private static final Duration NODE_UNKNOWN = Duration.ofMinutes(2);
    private static final List<String> PRESSURES =
            List.of("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

    /// Kinds that have no state that could be a problem.
    private static final Set<String> NEVER = Set.of(
            "configmaps",
            "secrets",
            "events",
            "serviceaccounts",
            "leases.coordination.k8s.io",
            "endpoints",
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

    /// The problem of an object, or the one it will have if it does not change.
    ///
    /// @param object content of the object
    public static Optional<Problem> of(Resource resource, JsonNode object) {
        return switch (resource.toString()) {
            case "pods" -> PodProblems.of(object);
            case "nodes" -> node(object);
            case "jobs.batch" -> WorkloadProblems.job(object);
            case "deployments.apps" -> WorkloadProblems.deployment(object);
            case "statefulsets.apps" -> WorkloadProblems.replicas(object);
            case "daemonsets.apps" -> WorkloadProblems.daemonSet(object);
            case "persistentvolumeclaims" -> claim(object);
            case "persistentvolumes" -> volume(object);
            default -> possible(resource) ? notReady(object) : Optional.empty();
        };
    }

    private static Optional<Problem> node(JsonNode node) {
        Optional<JsonNode> ready = Conditions.of(node, "Ready");
        if (ready.isEmpty()) {
            return Problem.warning("Unknown", "its kubelet has not reported a status")
                    .after(NODE_UNKNOWN, Conditions.created(node));
        }
        if (!text(ready.get(), "status").equals("True")) {
            return Optional.of(Problem.error("NotReady", Conditions.why(ready.get())));
        }
        for (String type : PRESSURES) {
            Optional<JsonNode> pressure = Conditions.of(node, type, "True");
            if (pressure.isPresent()) {
                return Optional.of(Problem.warning(type, Conditions.why(pressure.get())));
            }
        }
        return node.path("spec").path("unschedulable").asBoolean()
                ? Optional.of(Problem.warning("SchedulingDisabled", "cordoned: no new pods are scheduled on it"))
                : Optional.empty();
    }

    private static Optional<Problem> claim(JsonNode claim) {
        return switch (text(claim.path("status"), "phase")) {
            case "Lost" -> Optional.of(Problem.error("Lost", "its volume is gone"));
            case "Pending" ->
                Problem.warning("Pending", "unbound for more than %d minutes".formatted(CLAIM_PENDING.toMinutes()))
                        .after(CLAIM_PENDING, Conditions.created(claim));
            default -> Optional.empty();
        };
    }

    private static Optional<Problem> volume(JsonNode volume) {
        JsonNode status = volume.path("status");
        return text(status, "phase").equals("Failed")
                ? Optional.of(Problem.error("Failed", Conditions.why(status)))
                : Optional.empty();
    }

    private static Optional<Problem> notReady(JsonNode object) {
        return Conditions.of(object, "Ready", "False").map(ready -> {
            String reason = text(ready, "reason");
            return Problem.warning(reason.isEmpty() ? "NotReady" : reason, text(ready, "message"));
        });
    }
}
