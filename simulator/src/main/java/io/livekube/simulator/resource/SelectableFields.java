package io.livekube.simulator.resource;

import java.util.List;
import java.util.Map;

/// The fields, beside name and namespace, by which the built-in types can be selected.
public final class SelectableFields {
    private static final Map<ResourceType, List<String>> BY_TYPE = Map.of(
            BuiltInTypes.POD,
            List.of(
                    "spec.nodeName",
                    "spec.restartPolicy",
                    "spec.schedulerName",
                    "spec.serviceAccountName",
                    "spec.hostNetwork",
                    "status.phase",
                    "status.podIP",
                    "status.podIPs",
                    "status.nominatedNodeName"),
            BuiltInTypes.NODE,
            List.of("spec.unschedulable"),
            BuiltInTypes.NAMESPACE,
            List.of("status.phase"),
            BuiltInTypes.SECRET,
            List.of("type"),
            BuiltInTypes.SERVICE,
            List.of("spec.clusterIP", "spec.type"),
            BuiltInTypes.JOB,
            List.of("status.successful"),
            BuiltInTypes.EVENT,
            List.of(
                    "involvedObject.kind",
                    "involvedObject.namespace",
                    "involvedObject.name",
                    "involvedObject.uid",
                    "involvedObject.apiVersion",
                    "involvedObject.resourceVersion",
                    "involvedObject.fieldPath",
                    "reason",
                    "reportingComponent",
                    "source",
                    "type"));

    private SelectableFields() {}

    public static List<String> of(ResourceType type) {
        return BY_TYPE.getOrDefault(type, List.of());
    }
}
