package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;

/// Storage classes, claims, and the volumes bound to them.
public final class Volumes {
    private static final String DRIVER = "ebs.csi.example.io";
    private static final Template STORAGE_CLASS = Template.of("storage-class");
    private static final Template CLAIM = Template.of("persistent-volume-claim");
    private static final Template VOLUME = Template.of("persistent-volume");

    private Volumes() {}

    public static ObjectNode storageClass(String name, boolean isDefault, Dice dice, Instant created) {
        return Metadata.of(name, dice, created)
                .annotated(Map.of("storageclass.kubernetes.io/is-default-class", Boolean.toString(isDefault)))
                .object(STORAGE_CLASS.fill("name", name), "installer", false);
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
        ObjectNode content = CLAIM.fill("storageClass", storageClass, "size", size, "uid", metadata.uid());
        return protect(
                metadata.annotated(Map.of(
                                "pv.kubernetes.io/bind-completed",
                                "yes",
                                "volume.kubernetes.io/storage-provisioner",
                                DRIVER))
                        .object(content, "kube-controller-manager", false),
                "kubernetes.io/pvc-protection");
    }

    /// The volume that was provisioned for a claim.
    public static ObjectNode volume(Metadata claim, String storageClass, String size, String zone, Dice dice) {
        Metadata metadata =
                Metadata.of("pvc-" + claim.uid(), dice, claim.created().plusSeconds(4));
        ObjectNode content = VOLUME.fill(
                "size", size,
                "handle", dice.hex(8),
                "namespace", claim.namespace(),
                "name", claim.name(),
                "uid", claim.uid(),
                "storageClass", storageClass,
                "zone", zone,
                "bound", claim.created().plusSeconds(5));
        return protect(
                metadata.annotated(Map.of("pv.kubernetes.io/provisioned-by", DRIVER))
                        .object(content, "csi-provisioner", false),
                "external-provisioner.volume.kubernetes.io/finalizer",
                "kubernetes.io/pv-protection");
    }

    private static ObjectNode protect(ObjectNode object, Object... finalizers) {
        JsonTree.child(object, "metadata").set("finalizers", JsonTree.array(finalizers));
        return object;
    }
}
