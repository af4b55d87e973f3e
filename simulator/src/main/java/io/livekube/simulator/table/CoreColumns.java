package io.livekube.simulator.table;

import static io.livekube.simulator.table.Column.age;
import static io.livekube.simulator.table.Column.count;
import static io.livekube.simulator.table.Column.objectName;
import static io.livekube.simulator.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.livekube.simulator.table.Column.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The columns of the core kinds, one table for each.
final class CoreColumns {
    private static final String ROLE_LABEL = "node-role.kubernetes.io/";

    private CoreColumns() {}

    static final List<Column> NAMESPACE = List.of(
            objectName(), text("Status", row -> row.status().path("phase").asText()), age());

    static final List<Column> NODE = List.of(
            objectName(),
            text("Status", CoreColumns::nodeStatus),
            text("Roles", CoreColumns::nodeRoles),
            age(),
            text("Version", row -> nodeInfo(row, "kubeletVersion").asText()),
            text("Internal-IP", row -> nodeAddress(row, "InternalIP")).wide(),
            text("External-IP", row -> nodeAddress(row, "ExternalIP")).wide(),
            text("OS-Image", row -> Cells.or(nodeInfo(row, "osImage"), Ages.UNKNOWN))
                    .wide(),
            text("Kernel-Version", row -> Cells.or(nodeInfo(row, "kernelVersion"), Ages.UNKNOWN))
                    .wide(),
            text("Container-Runtime", row -> Cells.or(nodeInfo(row, "containerRuntimeVersion"), Ages.UNKNOWN))
                    .wide());

    static final List<Column> POD = List.of(
            objectName(),
            text("Ready", PodCells::ready),
            text("Status", PodCells::status),
            text("Restarts", PodCells::restarts),
            age(),
            text("IP", row -> Cells.orNone(row.status().path("podIP"))).wide(),
            text("Node", row -> Cells.orNone(row.spec().path("nodeName"))).wide(),
            text("Nominated Node", row -> Cells.orNone(row.status().path("nominatedNodeName")))
                    .wide(),
            text("Readiness Gates", PodCells::readinessGates).wide());

    static final List<Column> SERVICE = List.of(
            objectName(),
            text("Type", row -> row.spec().path("type").asText()),
            text("Cluster-IP", row -> Cells.orNone(row.spec().path("clusterIP"))),
            text("External-IP", CoreColumns::externalIp),
            text("Port(s)", CoreColumns::servicePorts),
            age(),
            text("Selector", row -> Cells.labels(row.spec().path("selector"))).wide());

    static final List<Column> SERVICE_ACCOUNT = List.of(objectName(), age());

    static final List<Column> CONFIG_MAP = List.of(
            objectName(),
            count(
                    "Data",
                    row -> IntNode.valueOf(row.object().path("data").size()
                            + row.object().path("binaryData").size())),
            age());

    static final List<Column> SECRET = List.of(
            objectName(),
            text("Type", row -> row.object().path("type").asText()),
            count("Data", row -> IntNode.valueOf(row.object().path("data").size())),
            age());

    static final List<Column> EVENT = List.of(
            text("Last Seen", row -> EventCells.lastSeen(row)),
            text("Type", row -> row.object().path("type").asText()),
            text("Reason", row -> row.object().path("reason").asText()),
            text("Object", EventCells::object),
            text(
                            "Subobject",
                            row -> row.object()
                                    .path("involvedObject")
                                    .path("fieldPath")
                                    .asText())
                    .wide(),
            text("Source", EventCells::source).wide(),
            text("Message", row -> row.object().path("message").asText().strip()),
            text("First Seen", EventCells::firstSeen).wide(),
            count("Count", EventCells::count).wide(),
            objectName().wide());

    private static String nodeStatus(Row row) {
        List<String> status = new ArrayList<>();
        Cells.condition(row, "Ready").ifPresent(ready -> status.add(ready.equals("True") ? "Ready" : "NotReady"));
        if (status.isEmpty()) {
            status.add("Unknown");
        }
        if (row.spec().path("unschedulable").asBoolean()) {
            status.add("SchedulingDisabled");
        }
        return String.join(",", status);
    }

    private static String nodeRoles(Row row) {
        String roles = row.metadata()
                .path("labels")
                .propertyStream()
                .map(label -> label.getKey().startsWith(ROLE_LABEL)
                        ? label.getKey().substring(ROLE_LABEL.length())
                        : label.getKey().equals("kubernetes.io/role")
                                ? label.getValue().asText()
                                : "")
                .filter(role -> !role.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        return roles.isEmpty() ? Cells.NONE : roles;
    }

    private static JsonNode nodeInfo(Row row, String field) {
        return row.status().path("nodeInfo").path(field);
    }

    private static String nodeAddress(Row row, String type) {
        return row.status()
                .path("addresses")
                .valueStream()
                .filter(a -> a.path("type").asText().equals(type))
                .map(a -> a.path("address").asText())
                .findFirst()
                .orElse(Cells.NONE);
    }

    private static String externalIp(Row row) {
        String external = row.spec()
                .path("externalIPs")
                .valueStream()
                .map(JsonNode::asText)
                .collect(Collectors.joining(","));
        String balanced = Cells.ingressAddresses(row);
        return switch (row.spec().path("type").asText().toLowerCase(Locale.ROOT)) {
            case "externalname" -> row.spec().path("externalName").asText();
            case "loadbalancer" -> {
                String both =
                        balanced.isEmpty() || external.isEmpty() ? balanced + external : balanced + "," + external;
                yield both.isEmpty() ? "<pending>" : both;
            }
            default -> external.isEmpty() ? Cells.NONE : external;
        };
    }

    private static String servicePorts(Row row) {
        String ports = row.spec()
                .path("ports")
                .valueStream()
                .map(p -> p.path("port").asText()
                        + (p.path("nodePort").asInt() > 0
                                ? ":" + p.path("nodePort").asText()
                                : "")
                        + "/"
                        + Cells.or(p.path("protocol"), "TCP"))
                .collect(Collectors.joining(","));
        return ports.isEmpty() ? Cells.NONE : ports;
    }
}
