package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/// Deployments, replica sets, stateful sets and daemon sets.
public final class Workloads {
    public static final String TEMPLATE_HASH = "pod-template-hash";
    public static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String CONTROLLER = "kube-controller-manager";
    private static final ObjectNode ROLLING =
            JsonTree.literal("{type: 'RollingUpdate', rollingUpdate: {maxUnavailable: '25%', maxSurge: '25%'}}");
    private static final ObjectNode ONE_BY_ONE =
            JsonTree.literal("{type: 'RollingUpdate', rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}");

    private Workloads() {}

    public static ObjectNode deployment(
            Metadata metadata, Map<String, String> selector, ObjectNode template, int replicas) {
        ObjectNode matching = JsonTree.object("matchLabels", selector);
        ObjectNode spec = JsonTree.object(
                "replicas", replicas,
                "selector", matching,
                "template", template,
                "strategy", ROLLING,
                "revisionHistoryLimit", 3,
                "progressDeadlineSeconds", 600);
        return metadata.object("apps/v1", "Deployment", "deployer", true, JsonTree.object("spec", spec));
    }

    /// One version of a deployment: its pod template, the template's hash, and the number of the version.
    public record Version(ObjectNode template, String hash, int revision) {}

    /// The replica set of one version of a deployment.
    public static ObjectNode replicaSet(
            Metadata base, ObjectNode deployment, Version version, int desired, int replicas) {
        Map<String, String> labels = new TreeMap<>(
                JsonTree.strings(version.template().path("metadata").path("labels")));
        labels.put(TEMPLATE_HASH, version.hash());
        Map<String, String> selector = new TreeMap<>(
                JsonTree.strings(deployment.path("spec").path("selector").path("matchLabels")));
        selector.put(TEMPLATE_HASH, version.hash());
        Map<String, String> annotations = new TreeMap<>();
        annotations.put("deployment.kubernetes.io/desired-replicas", Integer.toString(desired));
        annotations.put("deployment.kubernetes.io/max-replicas", Integer.toString(desired + (desired + 3) / 4));
        annotations.put(REVISION, Integer.toString(version.revision()));
        ObjectNode spec = JsonTree.object(
                "replicas", replicas,
                "selector", JsonTree.object("matchLabels", selector),
                "template", PodTemplates.labelled(version.template(), TEMPLATE_HASH, version.hash()));
        return base.labelled(labels)
                .annotated(annotations)
                .ownedBy(deployment)
                .object("apps/v1", "ReplicaSet", CONTROLLER, true, JsonTree.object("spec", spec));
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
        ObjectNode matching = JsonTree.object("matchLabels", selector);
        ObjectNode spec = JsonTree.object(
                "selector", matching,
                "template", template,
                "updateStrategy", ONE_BY_ONE,
                "revisionHistoryLimit", 10);
        return metadata.object("apps/v1", "DaemonSet", "deployer", true, JsonTree.object("spec", spec));
    }
}
