package io.livekube.hub.view;

import io.livekube.core.json.FieldPaths;
import io.livekube.core.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The parts of an object that no view and no table column reads: they are skipped before the object is parsed, and
/// are most of a pod.
///
/// Kinds that are not named here are parsed whole. A column that reads a skipped field fails `ObjectViewsTest`.
final class ViewFields {
    private static final List<String> METADATA = List.of(
            "metadata.annotations",
            "metadata.ownerReferences",
            "metadata.generateName",
            "metadata.finalizers",
            "metadata.managedFields");

    private static final List<String> POD = List.of(
            "tolerations",
            "affinity",
            "securityContext",
            "topologySpreadConstraints",
            "dnsConfig",
            "dnsPolicy",
            "hostAliases",
            "restartPolicy",
            "schedulerName",
            "serviceAccount",
            "preemptionPolicy",
            "priority",
            "priorityClassName",
            "enableServiceLinks",
            "terminationGracePeriodSeconds");

    private static final List<String> CONTAINER = List.of(
            "args",
            "command",
            "env.name",
            "env.value",
            "imagePullPolicy",
            "lifecycle",
            "livenessProbe",
            "ports",
            "readinessProbe",
            "resources",
            "securityContext",
            "startupProbe",
            "terminationMessagePath",
            "terminationMessagePolicy",
            "volumeDevices",
            "volumeMounts",
            "workingDir");

    private static final List<String> CONTAINER_STATUS = List.of(
            "allocatedResources",
            "containerID",
            "image",
            "imageID",
            "resources",
            "state.terminated.containerID",
            "lastState.terminated.containerID",
            "user",
            "volumeMounts");

    private static final List<String> POD_STATUS =
            List.of("hostIP", "hostIPs", "podIP", "qosClass", "startTime", "conditions.lastProbeTime");

    private ViewFields() {}

    /// What is skipped of a kind's objects.
    static FieldPaths skipped(Resource resource) {
        return switch (resource.toString()) {
            case "pods" -> {
                List<String> paths = new ArrayList<>(METADATA);
                paths.addAll(podSpec("spec"));
                paths.addAll(below("status", POD_STATUS));
                for (String list : List.of("initContainerStatuses", "containerStatuses")) {
                    paths.addAll(below("status." + list, CONTAINER_STATUS));
                }
                paths.add("status.ephemeralContainerStatuses");
                yield dropping(paths);
            }
            case "deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps", "jobs.batch" ->
                dropping(template("spec.template"));
            case "cronjobs.batch" -> dropping(template("spec.jobTemplate.spec.template"));
            case "nodes" ->
                dropping(List.of(
                        "metadata.annotations", "status.images", "status.volumesInUse", "status.volumesAttached"));
            case "configmaps", "secrets" -> FieldPaths.of(METADATA, List.of("data", "binaryData"), List.of());
            default -> dropping(List.of());
        };
    }

    private static FieldPaths dropping(List<String> paths) {
        return FieldPaths.of(paths, List.of(), List.of());
    }

    private static List<String> template(String path) {
        List<String> paths = new ArrayList<>(METADATA);
        paths.add(path + ".metadata");
        paths.add(path + ".spec.volumes");
        paths.addAll(podSpec(path + ".spec"));
        return paths;
    }

    private static List<String> podSpec(String path) {
        return Stream.concat(
                        below(path, POD).stream(),
                        Stream.of("initContainers", "containers", "ephemeralContainers")
                                .flatMap(list -> below(path + "." + list, CONTAINER).stream()))
                .toList();
    }

    private static List<String> below(String path, List<String> fields) {
        return fields.stream().map(field -> path + "." + field).toList();
    }
}
