package io.livekube.simulator.resource;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The built-in resources that a simulated cluster serves from the start, in discovery order.
public final class BuiltInTypes {
    private static final boolean NAMESPACED = true;
    private static final boolean CLUSTER = false;
    private static final boolean STATUS = true;
    private static final boolean NO_STATUS = false;

    public static final ResourceType NAMESPACE = type("", "v1", "Namespace", CLUSTER, STATUS, "ns");
    public static final ResourceType NODE = type("", "v1", "Node", CLUSTER, STATUS, "no");
    public static final ResourceType PERSISTENT_VOLUME = type("", "v1", "PersistentVolume", CLUSTER, STATUS, "pv");
    public static final ResourceType PERSISTENT_VOLUME_CLAIM =
            type("", "v1", "PersistentVolumeClaim", NAMESPACED, STATUS, "pvc");
    public static final ResourceType POD = inAll(type("", "v1", "Pod", NAMESPACED, STATUS, "po"));
    public static final ResourceType SERVICE = inAll(type("", "v1", "Service", NAMESPACED, STATUS, "svc"));
    public static final ResourceType SERVICE_ACCOUNT = type("", "v1", "ServiceAccount", NAMESPACED, NO_STATUS, "sa");
    public static final ResourceType CONFIG_MAP = type("", "v1", "ConfigMap", NAMESPACED, NO_STATUS, "cm");
    public static final ResourceType SECRET = type("", "v1", "Secret", NAMESPACED, NO_STATUS);
    public static final ResourceType EVENT = type("", "v1", "Event", NAMESPACED, NO_STATUS, "ev");
    public static final ResourceType DEPLOYMENT = inAll(type("apps", "v1", "Deployment", NAMESPACED, STATUS, "deploy"));
    public static final ResourceType REPLICA_SET = inAll(type("apps", "v1", "ReplicaSet", NAMESPACED, STATUS, "rs"));
    public static final ResourceType STATEFUL_SET = inAll(type("apps", "v1", "StatefulSet", NAMESPACED, STATUS, "sts"));
    public static final ResourceType DAEMON_SET = inAll(type("apps", "v1", "DaemonSet", NAMESPACED, STATUS, "ds"));
    public static final ResourceType JOB = inAll(type("batch", "v1", "Job", NAMESPACED, STATUS));
    public static final ResourceType CRON_JOB = inAll(type("batch", "v1", "CronJob", NAMESPACED, STATUS, "cj"));
    public static final ResourceType HORIZONTAL_POD_AUTOSCALER =
            inAll(type("autoscaling", "v2", "HorizontalPodAutoscaler", NAMESPACED, STATUS, "hpa"));
    public static final ResourceType INGRESS =
            plural("ingresses", type("networking.k8s.io", "v1", "Ingress", NAMESPACED, STATUS, "ing"));
    public static final ResourceType ENDPOINT_SLICE =
            type("discovery.k8s.io", "v1", "EndpointSlice", NAMESPACED, NO_STATUS);
    public static final ResourceType STORAGE_CLASS =
            plural("storageclasses", type("storage.k8s.io", "v1", "StorageClass", CLUSTER, NO_STATUS, "sc"));
    public static final ResourceType CUSTOM_RESOURCE_DEFINITION = new ResourceType(
            "apiextensions.k8s.io",
            "v1",
            "CustomResourceDefinition",
            "customresourcedefinitions",
            "customresourcedefinition",
            CLUSTER,
            STATUS,
            List.of("crd", "crds"),
            List.of("api-extensions"));

    private static final List<ResourceType> ALL = List.of(
            NAMESPACE,
            NODE,
            PERSISTENT_VOLUME,
            PERSISTENT_VOLUME_CLAIM,
            POD,
            SERVICE,
            SERVICE_ACCOUNT,
            CONFIG_MAP,
            SECRET,
            EVENT,
            DEPLOYMENT,
            REPLICA_SET,
            STATEFUL_SET,
            DAEMON_SET,
            JOB,
            CRON_JOB,
            HORIZONTAL_POD_AUTOSCALER,
            INGRESS,
            ENDPOINT_SLICE,
            STORAGE_CLASS,
            CUSTOM_RESOURCE_DEFINITION);

    /// Types whose `metadata.generation` stays unset.
    private static final Set<ResourceType> WITHOUT_GENERATION = Set.of(
            NAMESPACE,
            NODE,
            PERSISTENT_VOLUME,
            PERSISTENT_VOLUME_CLAIM,
            SERVICE,
            SERVICE_ACCOUNT,
            CONFIG_MAP,
            SECRET,
            EVENT,
            HORIZONTAL_POD_AUTOSCALER,
            STORAGE_CLASS);

    private BuiltInTypes() {}

    static boolean hasGeneration(ResourceType type) {
        return !WITHOUT_GENERATION.contains(type);
    }

    public static List<ResourceType> all() {
        return ALL;
    }

    private static ResourceType type(
            String group, String version, String kind, boolean namespaced, boolean status, String... shortNames) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return new ResourceType(
                group, version, kind, singular + "s", singular, namespaced, status, List.of(shortNames), List.of());
    }

    private static ResourceType plural(String plural, ResourceType t) {
        return new ResourceType(
                t.group(),
                t.version(),
                t.kind(),
                plural,
                t.singular(),
                t.namespaced(),
                t.hasStatus(),
                t.shortNames(),
                t.categories());
    }

    /// The category that `kubectl get all` lists.
    private static ResourceType inAll(ResourceType t) {
        return new ResourceType(
                t.group(),
                t.version(),
                t.kind(),
                t.plural(),
                t.singular(),
                t.namespaced(),
                t.hasStatus(),
                t.shortNames(),
                List.of("all"));
    }
}
