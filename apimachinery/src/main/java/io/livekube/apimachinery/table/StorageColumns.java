package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.UNSET;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.has;
import static io.livekube.apimachinery.table.Fields.text;
import static io.livekube.apimachinery.table.Fields.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Columns of persistent volumes, claims and storage classes.
final class StorageColumns {
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    /// Access modes and their abbreviations, in the order in which they are printed.
    private static final Map<String, String> MODES = new LinkedHashMap<>();

    static {
        MODES.put("ReadWriteOnce", "RWO");
        MODES.put("ReadOnlyMany", "ROX");
        MODES.put("ReadWriteMany", "RWX");
        MODES.put("ReadWriteOncePod", "RWOP");
    }

    static final TableLayout VOLUMES = new TableLayout(
            Column.named(),
            Column.text("Capacity", volume -> textOr("0", at(volume, "spec", "capacity", "storage"))),
            Column.text("Access Modes", volume -> modes(at(volume, "spec", "accessModes"))),
            Column.text("Reclaim Policy", volume -> text(volume, "spec", "persistentVolumeReclaimPolicy")),
            Column.text("Status", StorageColumns::phase),
            Column.text("Claim", StorageColumns::claim),
            Column.text("StorageClass", StorageColumns::storageClass),
            Column.text("VolumeAttributesClass", StorageColumns::attributesClass),
            Column.text("Reason", volume -> text(volume, "status", "reason")),
            Column.age(),
            Column.text("VolumeMode", StorageColumns::volumeMode).wide());

    static final TableLayout CLAIMS = new TableLayout(
            Column.named(),
            Column.text("Status", StorageColumns::phase),
            Column.text("Volume", claim -> text(claim, "spec", "volumeName")),
            Column.text(
                    "Capacity", claim -> bound(claim) ? textOr("0", at(claim, "status", "capacity", "storage")) : ""),
            Column.text("Access Modes", claim -> bound(claim) ? modes(at(claim, "status", "accessModes")) : ""),
            Column.text("StorageClass", StorageColumns::storageClass),
            Column.text("VolumeAttributesClass", StorageColumns::attributesClass),
            Column.age(),
            Column.text("VolumeMode", StorageColumns::volumeMode).wide());

    static final TableLayout CLASSES = new TableLayout(
            Column.named(object -> PlainColumns.nameOrDefault(object, "storageclass.kubernetes.io/is-default-class")),
            Column.text("Provisioner", object -> text(object, "provisioner")),
            Column.text("ReclaimPolicy", object -> textOr("Delete", object.path("reclaimPolicy"))),
            Column.text("VolumeBindingMode", object -> textOr("Immediate", object.path("volumeBindingMode"))),
            Column.truth(
                    "AllowVolumeExpansion",
                    object -> object.path("allowVolumeExpansion").asBoolean()),
            Column.age());

    private StorageColumns() {}

    private static String phase(JsonNode object) {
        return Fields.deleted(object) ? "Terminating" : text(object, "status", "phase");
    }

    private static boolean bound(JsonNode claim) {
        return !text(claim, "spec", "volumeName").isEmpty();
    }

    private static String claim(JsonNode volume) {
        JsonNode claim = at(volume, "spec", "claimRef");
        return has(claim) ? text(claim, "namespace") + "/" + text(claim, "name") : "";
    }

    private static String storageClass(JsonNode object) {
        return textOr(text(object, "spec", "storageClassName"), at(object, "metadata", "annotations", OLD_CLASS));
    }

    private static String attributesClass(JsonNode object) {
        return textOr(UNSET, at(object, "spec", "volumeAttributesClassName"));
    }

    private static String volumeMode(JsonNode object) {
        return textOr(UNSET, at(object, "spec", "volumeMode"));
    }

    private static String modes(JsonNode modes) {
        List<String> there = Fields.texts(modes);
        return MODES.entrySet().stream()
                .filter(mode -> there.contains(mode.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining(","));
    }
}
