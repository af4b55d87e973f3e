package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.each;
import static io.livekube.apimachinery.table.Fields.number;
import static io.livekube.apimachinery.table.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// The word that sums up an object's state: the cell of its table's status column, if it has one.
public final class StatusWord {
    /// The word for an object that cannot be parsed.
    public static final String UNKNOWN = Fields.UNKNOWN;

    private StatusWord() {}

    /// The function that reads the word of a kind's objects; the word is empty for objects without a state.
    public static Function<JsonNode, String> of(String resource) {
        return switch (resource) {
            case "deployments.apps", "statefulsets.apps" -> column(resource, "Ready");
            case "replicasets.apps" ->
                object -> number(object, "status", "readyReplicas") + "/" + number(object, "spec", "replicas");
            case "daemonsets.apps" ->
                object -> number(object, "status", "numberReady") + "/"
                        + number(object, "status", "desiredNumberScheduled");
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

    /// The word of kinds without a rule of their own: deletion, `Ready` condition or phase.
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
