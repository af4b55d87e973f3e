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
                        Json.object(
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
        return Json.object(
                "accessModes",
                Json.array("ReadWriteOnce"),
                "resources",
                Json.object("requests", Map.of("storage", size)),
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
                        Json.object(
                                "spec",
                                spec,
                                "status",
                                Json.object(
                                        "phase", "Bound",
                                        "accessModes", Json.array("ReadWriteOnce"),
                                        "capacity", Map.of("storage", size))));
        Json.child(claim, "metadata").set("finalizers", Json.array("kubernetes.io/pvc-protection"));
        return claim;
    }

    /// The volume that was provisioned for a claim.
    public static ObjectNode volume(Metadata claim, String storageClass, String size, String zone, Dice dice) {
        ObjectNode term =
                Json.object("key", "topology.kubernetes.io/zone", "operator", "In", "values", Json.array(zone));
        ObjectNode volume = Metadata.of(
                        "pvc-" + claim.uid(), dice, claim.created().plusSeconds(4))
                .annotated(Map.of("pv.kubernetes.io/provisioned-by", DRIVER))
                .object(
                        "v1",
                        "PersistentVolume",
                        "csi-provisioner",
                        false,
                        Json.object(
                                "spec",
                                        Json.object(
                                                "capacity", Map.of("storage", size),
                                                "csi",
                                                        Json.object(
                                                                "driver",
                                                                DRIVER,
                                                                "volumeHandle",
                                                                "vol-" + dice.hex(8),
                                                                "fsType",
                                                                "ext4"),
                                                "accessModes", Json.array("ReadWriteOnce"),
                                                "claimRef",
                                                        Json.object(
                                                                "kind", "PersistentVolumeClaim",
                                                                "namespace", claim.namespace(),
                                                                "name", claim.name(),
                                                                "uid", claim.uid(),
                                                                "apiVersion", "v1"),
                                                "persistentVolumeReclaimPolicy", "Delete",
                                                "storageClassName", storageClass,
                                                "volumeMode", "Filesystem",
                                                "nodeAffinity",
                                                        Json.object(
                                                                "required",
                                                                Json.object(
                                                                        "nodeSelectorTerms",
                                                                        Json.array(Json.object(
                                                                                "matchExpressions",
                                                                                Json.array(term)))))),
                                "status",
                                        Json.object(
                                                "phase",
                                                "Bound",
                                                "lastPhaseTransitionTime",
                                                claim.created().plusSeconds(5))));
        Json.child(volume, "metadata")
                .set(
                        "finalizers",
                        Json.array(
                                "external-provisioner.volume.kubernetes.io/finalizer", "kubernetes.io/pv-protection"));
        return volume;
    }
}
