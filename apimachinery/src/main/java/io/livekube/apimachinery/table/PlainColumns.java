package io.livekube.apimachinery.table;

import static io.livekube.apimachinery.table.Fields.at;
import static io.livekube.apimachinery.table.Fields.text;
import static io.livekube.apimachinery.table.Fields.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Columns of kinds with simple tables: configuration, namespaces, limits.
final class PlainColumns {
    static final TableLayout NAME_AND_AGE = new TableLayout(Column.named(), Column.age());

    /// The API server's fallback for built-in kinds without columns.
    static final TableLayout CREATED_AT = new TableLayout(
            Column.named(),
            Column.text("Created At", object -> text(object, "metadata", "creationTimestamp"))
                    .typed("date"));

    static final TableLayout CONFIG_MAPS = new TableLayout(
            Column.named(),
            Column.number(
                            "Data",
                            object -> object.path("data").size()
                                    + object.path("binaryData").size())
                    .typed("string"),
            Column.age());

    static final TableLayout SECRETS = new TableLayout(
            Column.named(),
            Column.text("Type", object -> text(object, "type")),
            Column.number("Data", object -> object.path("data").size()).typed("string"),
            Column.age());

    static final TableLayout NAMESPACES = new TableLayout(
            Column.named(), Column.text("Status", object -> text(object, "status", "phase")), Column.age());

    static final TableLayout LEASES = new TableLayout(
            Column.named(), Column.text("Holder", object -> text(object, "spec", "holderIdentity")), Column.age());

    static final TableLayout QUOTAS = new TableLayout(
            Column.named(),
            Column.text("Request", object -> quota(object, false)),
            Column.text("Limit", object -> quota(object, true)),
            Column.age());

    static final TableLayout DISRUPTION_BUDGETS = new TableLayout(
            Column.named(),
            Column.text("Min Available", object -> textOr("N/A", at(object, "spec", "minAvailable"))),
            Column.text("Max Unavailable", object -> textOr("N/A", at(object, "spec", "maxUnavailable"))),
            Column.number("Allowed Disruptions", object -> Fields.number(object, "status", "disruptionsAllowed")),
            Column.age());

    private PlainColumns() {}

    /// The object's name, marked if an annotation makes it the default.
    static String nameOrDefault(JsonNode object, String annotation) {
        String name = text(object, "metadata", "name");
        return text(object, "metadata", "annotations", annotation).equals("true") ? name + " (default)" : name;
    }

    private static String quota(JsonNode object, boolean limits) {
        JsonNode hard = at(object, "status", "hard");
        JsonNode used = at(object, "status", "used");
        return new TreeSet<>(hard.propertyStream().map(entry -> entry.getKey()).toList())
                .stream()
                        .filter(name -> name.startsWith("limits.") == limits)
                        .map(name -> "%s: %s/%s".formatted(name, textOr("0", used.path(name)), text(hard, name)))
                        .collect(Collectors.joining(", "));
    }
}
