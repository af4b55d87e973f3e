package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/// Deployments, replica sets, stateful sets and daemon sets.
public final class Workloads {
    public static final String TEMPLATE_HASH = "pod-template-hash";
    public static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String CONTROLLER = "kube-controller-manager";

    private Workloads() {}

    public static ObjectNode deployment(
            Metadata metadata, Map<String, String> selector, ObjectNode template, int replicas) {
        ObjectNode spec = JsonTree.object(
                "replicas",
                replicas,
                "selector",
                JsonTree.object("matchLabels", selector),
                "template",
                template,
                "strategy",
                JsonTree.literal("{type: 'RollingUpdate', rollingUpdate: {maxUnavailable: '25%', maxSurge: '25%'}}"),
                "revisionHistoryLimit",
                3,
                "progressDeadlineSeconds",
                600);
        return metadata.object("apps/v1", "Deployment", "deployer", true, JsonTree.object("spec", spec));
    }

    /// The replica set of one version of a deployment, identified by the hash of its template.
    public static ObjectNode replicaSet(
            Metadata metadata, ObjectNode deployment, ObjectNode template, String hash, int replicas) {
        Map<String, String> selector = new TreeMap<>();
        deployment
                .path("spec")
                .path("selector")
                .path("matchLabels")
                .properties()
                .forEach(each -> selector.put(each.getKey(), each.getValue().asText()));
        selector.put(TEMPLATE_HASH, hash);
        ObjectNode spec = JsonTree.object(
                "replicas", replicas,
                "selector", JsonTree.object("matchLabels", selector),
                "template", PodTemplates.labelled(template, TEMPLATE_HASH, hash));
        return metadata.object("apps/v1", "ReplicaSet", CONTROLLER, true, JsonTree.object("spec", spec));
    }

    public static Metadata replicaSetMetadata(
            Metadata base,
            ObjectNode template,
            ControllerReference deployment,
            String hash,
            int revision,
            int replicas) {
        Map<String, String> labels = new TreeMap<>();
        template.path("metadata")
                .path("labels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        labels.put(TEMPLATE_HASH, hash);
        return base.labelled(labels)
                .annotated(new TreeMap<>(Map.of(
                        "deployment.kubernetes.io/desired-replicas",
                        Integer.toString(replicas),
                        "deployment.kubernetes.io/max-replicas",
                        Integer.toString(replicas + (replicas + 3) / 4),
                        REVISION,
                        Integer.toString(revision))))
                .ownedBy(deployment);
    }

    public static ObjectNode statefulSet(
            Metadata metadata, Map<String, String> selector, ObjectNode template, int replicas, String storageClass) {
        ObjectNode claim = JsonTree.object(
                "kind", "PersistentVolumeClaim",
                "apiVersion", "v1",
                "metadata", JsonTree.object("name", "data"),
                "spec", Volumes.claimSpec(storageClass, "20Gi"),
                "status", JsonTree.object("phase", "Pending"));
        ObjectNode spec = JsonTree.object(
                "replicas", replicas,
                "selector", JsonTree.object("matchLabels", selector),
                "template", template,
                "volumeClaimTemplates", JsonTree.array(claim),
                "serviceName", metadata.name(),
                "podManagementPolicy", "OrderedReady",
                "updateStrategy", JsonTree.literal("{type: 'RollingUpdate', rollingUpdate: {partition: 0}}"),
                "revisionHistoryLimit", 10,
                "persistentVolumeClaimRetentionPolicy",
                        JsonTree.literal("{whenDeleted: 'Retain', whenScaled: 'Retain'}"));
        return metadata.object("apps/v1", "StatefulSet", "deployer", true, JsonTree.object("spec", spec));
    }

    public static ObjectNode daemonSet(Metadata metadata, Map<String, String> selector, ObjectNode template) {
        ObjectNode spec = JsonTree.object(
                "selector",
                JsonTree.object("matchLabels", selector),
                "template",
                template,
                "updateStrategy",
                JsonTree.literal("{type: 'RollingUpdate', rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}"),
                "revisionHistoryLimit",
                10);
        return metadata.object("apps/v1", "DaemonSet", "deployer", true, JsonTree.object("spec", spec));
    }
}
