package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.NONE;
import static io.livekube.apimachinery.table.Fields.UNKNOWN;
import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.filledOr;
import static io.livekube.apimachinery.table.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeSet;

/// Columns of nodes.
final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    static final TableLayout NODES = new TableLayout(
            Column.named(),
            Column.text("Status", NodeColumns::status),
            Column.text("Roles", NodeColumns::roles),
            Column.age(),
            Column.text("Version", node -> info(node, "kubeletVersion")),
            Column.text("Internal-IP", node -> address(node, "InternalIP")).wide(),
            Column.text("External-IP", node -> address(node, "ExternalIP")).wide(),
            Column.text("OS-Image", node -> filledOr(UNKNOWN, info(node, "osImage")))
                    .wide(),
            Column.text("Kernel-Version", NodeColumns::kernel).wide(),
            Column.text("Container-Runtime", node -> filledOr(UNKNOWN, info(node, "containerRuntimeVersion")))
                    .wide());

    private NodeColumns() {}

    private static String status(JsonNode node) {
        String ready = each(node, "status", "conditions")
                .filter(condition -> text(condition, "type").equals("Ready"))
                .reduce((first, last) -> last)
                .map(condition -> text(condition, "status").equals("True") ? "Ready" : "NotReady")
                .orElse("Unknown");
        return at(node, "spec", "unschedulable").asBoolean() ? ready + ",SchedulingDisabled" : ready;
    }

    private static String roles(JsonNode node) {
        var roles = new TreeSet<String>();
        at(node, "metadata", "labels").properties().forEach(label -> {
            if (label.getKey().startsWith(ROLE_PREFIX)) {
                roles.add(label.getKey().substring(ROLE_PREFIX.length()));
            } else if (label.getKey().equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
            }
        });
        roles.remove("");
        return filledOr(NONE, String.join(",", roles));
    }

    private static String kernel(JsonNode node) {
        String architecture = info(node, "architecture");
        return filledOr(UNKNOWN, info(node, "kernelVersion"))
                + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }

    private static String info(JsonNode node, String field) {
        return text(node, "status", "nodeInfo", field);
    }

    private static String address(JsonNode node, String type) {
        return each(node, "status", "addresses")
                .filter(address -> text(address, "type").equals(type))
                .findFirst()
                .map(address -> text(address, "address"))
                .orElse(NONE);
    }
}
