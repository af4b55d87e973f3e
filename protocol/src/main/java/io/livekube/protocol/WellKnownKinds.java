package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.util.List;
import java.util.Optional;

/// Kinds that have a number on the wire and need no declaration.
///
/// The order is part of the protocol: new kinds are added at the end, none is ever removed.
public final class WellKnownKinds {
    private static final List<Part.Kind> KINDS = List.of(
            kind("", "v1", "pods", "Pod", true),
            kind("", "v1", "services", "Service", true),
            kind("apps", "v1", "deployments", "Deployment", true),
            kind("apps", "v1", "replicasets", "ReplicaSet", true),
            kind("apps", "v1", "statefulsets", "StatefulSet", true),
            kind("apps", "v1", "daemonsets", "DaemonSet", true),
            kind("batch", "v1", "jobs", "Job", true),
            kind("batch", "v1", "cronjobs", "CronJob", true),
            kind("networking.k8s.io", "v1", "ingresses", "Ingress", true),
            kind("", "v1", "configmaps", "ConfigMap", true),
            kind("", "v1", "namespaces", "Namespace", false),
            kind("", "v1", "nodes", "Node", false),
            kind("", "v1", "persistentvolumes", "PersistentVolume", false),
            kind("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true),
            kind("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", true),
            kind("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", true),
            kind("", "v1", "events", "Event", true),
            kind("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false),
            kind("", "v1", "secrets", "Secret", true),
            kind("", "v1", "serviceaccounts", "ServiceAccount", true),
            kind("networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", true),
            kind("networking.k8s.io", "v1", "ingressclasses", "IngressClass", false),
            kind("storage.k8s.io", "v1", "storageclasses", "StorageClass", false),
            kind("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true),
            kind("", "v1", "resourcequotas", "ResourceQuota", true),
            kind("", "v1", "limitranges", "LimitRange", true),
            kind("coordination.k8s.io", "v1", "leases", "Lease", true));

    private WellKnownKinds() {}

    /// All kinds, by number from 0.
    public static List<Part.Kind> all() {
        return KINDS;
    }

    /// The number of a resource; -1 if it has none.
    public static int number(Resource resource) {
        for (int i = 0; i < KINDS.size(); i++) {
            if (KINDS.get(i).resource().equals(resource)) {
                return i;
            }
        }
        return -1;
    }

    /// The kind of that name, such as `Pod`.
    public static Optional<Part.Kind> named(String kind) {
        return KINDS.stream().filter(known -> known.kind().equals(kind)).findFirst();
    }

    private static Part.Kind kind(String group, String version, String plural, String kind, boolean namespaced) {
        return new Part.Kind(new Resource(group, version, plural), kind, namespaced);
    }
}
