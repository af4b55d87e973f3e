package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// The one word that tells how an object is doing: that of the table's column, where there is one.
public final class StatusWord {
    /// That of an object that can't be read.
    public static final String UNKNOWN = Fields.UNKNOWN;

    private StatusWord() {}

    /// How a kind's objects are read; gives the empty word where there is nothing to tell.
    public static Function<JsonNode, String> of(String resource) {
        return switch (resource) {
            case "deployments.apps", "statefulsets.apps" -> column(resource, "Ready");
            case "replicasets.apps" ->
                object -> "%d/%d"
                        .formatted(number(object, "status", "readyReplicas"), number(object, "spec", "replicas"));
            case "daemonsets.apps" ->
                object -> "%d/%d"
                        .formatted(
                                number(object, "status", "numberReady"),
                                number(object, "status", "desiredNumberScheduled"));
            case "pods", "nodes", "jobs.batch", "namespaces", "persistentvolumes", "persistentvolumeclaims" ->
                column(resource, "Status");
            case "events" -> column(resource, "Reason");
            default -> StatusWord::usual;
        };
    }

    private static Function<JsonNode, String> column(String resource, String name) {
        Column column = TableLayout.of(resource, List.of()).columns().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        return object -> column.cell().of(object, Instant.EPOCH).asText();
    }

    /// What most kinds that have a status have in it.
    private static String usual(JsonNode object) {
        if (Fields.deleted(object)) {
            return "Terminating";
        }
        return each(object, "status", "conditions")
                .filter(condition -> text(condition, "type").equals("Ready"))
                .findFirst()
                .map(condition -> text(condition, "status").equals("True") ? "Ready" : "NotReady")
                .orElseGet(() -> text(object, "status", "phase"));
    }
}
