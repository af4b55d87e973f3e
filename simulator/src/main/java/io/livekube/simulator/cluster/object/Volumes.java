package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;

/// Storage: classes, claims and the volumes bound to them.
public final class Volumes {
    private static final String DRIVER = "ebs.csi.example.io";

    private Volumes() {}

    public static ObjectNode storageClass(String name, boolean isDefault, Dice dice, Instant created) {
        return Metadata.of(name, dice, created)
                .annotated(Map.of("storageclass.kubernetes.io/is-default-class", Boolean.toString(isDefault)))
                .object(
                        "storage.k8s.io/v1",
                        "StorageClass",
                        "installer",
                        false,
                        JsonTree.object(
                                "provisioner",
                                DRIVER,
                                "parameters",
                                Map.of("type", name),
                                "reclaimPolicy",
                                "Delete",
                                "allowVolumeExpansion",
                                true,
                                "volumeBindingMode",
                                "WaitForFirstConsumer"));
    }

    static ObjectNode claimSpec(String storageClass, String size) {
        return JsonTree.object(
                "accessModes",
                JsonTree.array("ReadWriteOnce"),
                "resources",
                JsonTree.object("requests", Map.of("storage", size)),
                "storageClassName",
                storageClass,
                "volumeMode",
                "Filesystem");
    }

    public static ObjectNode claim(Metadata metadata, String storageClass, String size) {
        ObjectNode spec = claimSpec(storageClass, size);
        spec.put("volumeName", "pvc-" + metadata.uid());
        ObjectNode claim = metadata.annotated(Map.of(
                        "pv.kubernetes.io/bind-completed", "yes", "volume.kubernetes.io/storage-provisioner", DRIVER))
                .object(
                        "v1",
                        "PersistentVolumeClaim",
                        "kube-controller-manager",
                        false,
                        JsonTree.object(
                                "spec",
                                spec,
                                "status",
                                JsonTree.object(
                                        "phase", "Bound",
                                        "accessModes", JsonTree.array("ReadWriteOnce"),
                                        "capacity", Map.of("storage", size))));
        JsonTree.child(claim, "metadata").set("finalizers", JsonTree.array("kubernetes.io/pvc-protection"));
        return claim;
    }

    /// The volume that was provisioned for a claim.
    public static ObjectNode volume(Metadata claim, String storageClass, String size, String zone, Dice dice) {
        ObjectNode term =
                JsonTree.object("key", "topology.kubernetes.io/zone", "operator", "In", "values", JsonTree.array(zone));
        ObjectNode volume = Metadata.of(
                        "pvc-" + claim.uid(), dice, claim.created().plusSeconds(4))
                .annotated(Map.of("pv.kubernetes.io/provisioned-by", DRIVER))
                .object(
                        "v1",
                        "PersistentVolume",
                        "csi-provisioner",
                        false,
                        JsonTree.object(
                                "spec",
                                        JsonTree.object(
                                                "capacity", Map.of("storage", size),
                                                "csi",
                                                        JsonTree.object(
                                                                "driver",
                                                                DRIVER,
                                                                "volumeHandle",
                                                                "vol-" + dice.hex(8),
                                                                "fsType",
                                                                "ext4"),
                                                "accessModes", JsonTree.array("ReadWriteOnce"),
                                                "claimRef",
                                                        JsonTree.object(
                                                                "kind", "PersistentVolumeClaim",
                                                                "namespace", claim.namespace(),
                                                                "name", claim.name(),
                                                                "uid", claim.uid(),
                                                                "apiVersion", "v1"),
                                                "persistentVolumeReclaimPolicy", "Delete",
                                                "storageClassName", storageClass,
                                                "volumeMode", "Filesystem",
                                                "nodeAffinity",
                                                        JsonTree.object(
                                                                "required",
                                                                JsonTree.object(
                                                                        "nodeSelectorTerms",
                                                                        JsonTree.array(JsonTree.object(
                                                                                "matchExpressions",
                                                                                JsonTree.array(term)))))),
                                "status",
                                        JsonTree.object(
                                                "phase",
                                                "Bound",
                                                "lastPhaseTransitionTime",
                                                claim.created().plusSeconds(5))));
        JsonTree.child(volume, "metadata")
                .set(
                        "finalizers",
                        JsonTree.array(
                                "external-provisioner.volume.kubernetes.io/finalizer", "kubernetes.io/pv-protection"));
        return volume;
    }
}
