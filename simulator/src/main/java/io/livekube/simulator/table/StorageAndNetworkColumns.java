package io.livekube.simulator.table;

import static io.livekube.simulator.table.Column.age;
import static io.livekube.simulator.table.Column.flag;
import static io.livekube.simulator.table.Column.objectName;
import static io.livekube.simulator.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.livekube.simulator.table.Column.Row;
import java.util.List;
import java.util.stream.Collectors;

/// The columns of volumes, ingresses, endpoints and definitions, one table for each.
final class StorageAndNetworkColumns {
    private static final int MAX_SHOWN = 3;

    private StorageAndNetworkColumns() {}

    static final List<Column> PERSISTENT_VOLUME = List.of(
            objectName(),
            text("Capacity", row -> row.spec().path("capacity").path("storage").asText()),
            text("Access Modes", row -> Cells.accessModes(row.spec().path("accessModes"))),
            text(
                    "Reclaim Policy",
                    row -> row.spec().path("persistentVolumeReclaimPolicy").asText()),
            text("Status", StorageAndNetworkColumns::phaseOrTerminating),
            text("Claim", StorageAndNetworkColumns::claim),
            text("StorageClass", row -> row.spec().path("storageClassName").asText()),
            text("VolumeAttributesClass", row -> Cells.or(row.spec().path("volumeAttributesClassName"), Cells.UNSET)),
            text("Reason", row -> row.status().path("reason").asText()),
            age(),
            text("VolumeMode", row -> Cells.or(row.spec().path("volumeMode"), Cells.UNSET))
                    .wide());

    static final List<Column> PERSISTENT_VOLUME_CLAIM = List.of(
            objectName(),
            text("Status", StorageAndNetworkColumns::phaseOrTerminating),
            text("Volume", row -> row.spec().path("volumeName").asText()),
            text(
                    "Capacity",
                    row -> bound(row)
                            ? row.status().path("capacity").path("storage").asText()
                            : ""),
            text(
                    "Access Modes",
                    row -> bound(row) ? Cells.accessModes(row.status().path("accessModes")) : ""),
            text("StorageClass", row -> row.spec().path("storageClassName").asText()),
            text("VolumeAttributesClass", row -> Cells.or(row.spec().path("volumeAttributesClassName"), Cells.UNSET)),
            age(),
            text("VolumeMode", row -> Cells.or(row.spec().path("volumeMode"), Cells.UNSET))
                    .wide());

    static final List<Column> STORAGE_CLASS = List.of(
            objectName(StorageAndNetworkColumns::storageClassName),
            text("Provisioner", row -> row.object().path("provisioner").asText()),
            text("ReclaimPolicy", row -> Cells.or(row.object().path("reclaimPolicy"), "Delete")),
            text("VolumeBindingMode", row -> Cells.or(row.object().path("volumeBindingMode"), Cells.UNSET)),
            flag("AllowVolumeExpansion", row -> row.object().path("allowVolumeExpansion")),
            age());

    static final List<Column> INGRESS = List.of(
            objectName(),
            text("Class", row -> Cells.orNone(row.spec().path("ingressClassName"))),
            text("Hosts", StorageAndNetworkColumns::hosts),
            text("Address", Cells::ingressAddresses),
            text("Ports", row -> row.spec().path("tls").isEmpty() ? "80" : "80, 443"),
            age());

    static final List<Column> ENDPOINT_SLICE = List.of(
            objectName(),
            text("AddressType", row -> row.object().path("addressType").asText()),
            text(
                    "Ports",
                    row -> atMostThree(
                            row.object()
                                    .path("ports")
                                    .valueStream()
                                    .map(p -> Cells.or(p.path("port"), "*"))
                                    .toList(),
                            Cells.UNSET)),
            text(
                    "Endpoints",
                    row -> atMostThree(
                            row.object()
                                    .path("endpoints")
                                    .valueStream()
                                    .flatMap(e -> e.path("addresses").valueStream())
                                    .map(JsonNode::asText)
                                    .toList(),
                            Cells.UNSET)),
            age());

    static final List<Column> CUSTOM_RESOURCE_DEFINITION = List.of(
            objectName(),
            new Column(
                    "Created At",
                    "date",
                    "",
                    "",
                    0,
                    row -> TextNode.valueOf(
                            row.metadata().path("creationTimestamp").asText())));

    private static String phaseOrTerminating(Row row) {
        return row.metadata().has("deletionTimestamp")
                ? "Terminating"
                : row.status().path("phase").asText();
    }

    private static boolean bound(Row row) {
        return !row.spec().path("volumeName").asText().isEmpty();
    }

    private static String claim(Row row) {
        JsonNode claim = row.spec().path("claimRef");
        return claim.isObject()
                ? claim.path("namespace").asText() + "/" + claim.path("name").asText()
                : "";
    }

    private static String storageClassName(Row row) {
        JsonNode annotations = row.metadata().path("annotations");
        boolean isDefault = annotations
                        .path("storageclass.kubernetes.io/is-default-class")
                        .asText()
                        .equals("true")
                || annotations
                        .path("storageclass.beta.kubernetes.io/is-default-class")
                        .asText()
                        .equals("true");
        String name = row.metadata().path("name").asText();
        return isDefault ? name + " (default)" : name;
    }

    private static String hosts(Row row) {
        List<String> hosts = row.spec()
                .path("rules")
                .valueStream()
                .map(rule -> rule.path("host").asText())
                .filter(host -> !host.isEmpty())
                .toList();
        return hosts.isEmpty() ? "*" : atMostThree(hosts, "*");
    }

    private static String atMostThree(List<String> values, String none) {
        if (values.isEmpty()) {
            return none;
        }
        String shown = values.stream().limit(MAX_SHOWN).collect(Collectors.joining(","));
        return values.size() > MAX_SHOWN ? shown + " + " + (values.size() - MAX_SHOWN) + " more..." : shown;
    }
}
