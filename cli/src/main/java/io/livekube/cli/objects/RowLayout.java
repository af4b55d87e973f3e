package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.TextColor;
import io.livekube.cli.terminal.TextTable;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Table layout of one resource.
///
/// @param event whether the first column is the watch event
/// @param cluster whether there is a cluster column
/// @param namespace whether there is a namespace column
/// @param namePrefix printed before names: `deployment.apps/`
record RowLayout(
        List<Column> columns, boolean event, boolean cluster, boolean namespace, boolean labels, String namePrefix) {

    /// @param format `name`, `age` or any other, which is printed as is
    record Column(String name, String format) {}

    /// @param resourceInfo a response with rows, or a `columns` event of a stream
    static RowLayout of(JsonNode resourceInfo, ObjectOptions options, boolean event, boolean severalTypes) {
        List<Column> columns = resourceInfo
                .path("columns")
                .valueStream()
                .filter(column -> options.wide() || column.path("priority").asInt() == 0)
                .map(column -> new Column(
                        column.path("name").asText(), column.path("format").asText()))
                .toList();
        return new RowLayout(
                columns,
                event,
                options.severalClusters(),
                options.allNamespaces() && resourceInfo.path("namespaced").asBoolean(),
                options.showLabels(),
                severalTypes ? ResourceName.prefix(resourceInfo) : "");
    }

    TextTable table() {
        var headers = new ArrayList<String>();
        addIf(event, headers, "Event");
        addIf(cluster, headers, "Cluster");
        addIf(namespace, headers, "Namespace");
        columns.forEach(column -> headers.add(column.name()));
        addIf(labels, headers, "Labels");
        return new TextTable(headers);
    }

    /// @param eventType ADDED, MODIFIED or DELETED; empty for a list
    void add(JsonNode row, String eventType, Instant now, TextTable to) {
        var cells = new ArrayList<String>();
        addIf(event, cells, eventType);
        addIf(cluster, cells, row.path("cluster").asText());
        addIf(namespace, cells, row.path("namespace").asText());
        for (int i = 0; i < columns.size(); i++) {
            cells.add(cell(columns.get(i), row.path("cells").path(i), now));
        }
        addIf(labels, cells, labels(row.path("labels")));
        to.row(cells, color(row.path("problem").path("severity").asText(), eventType));
    }

    private static TextColor color(String severity, String eventType) {
        if (eventType.equals("DELETED")) {
            return TextColor.FAINT;
        }
        return switch (severity) {
            case "error" -> TextColor.BAD;
            case "warning" -> TextColor.WARNING;
            default -> TextColor.PLAIN;
        };
    }

    private String cell(Column column, JsonNode value, Instant now) {
        return switch (column.format()) {
            case "age" -> age(value, now);
            case "name" -> namePrefix + value.asText();
            default -> value.isNull() || value.isMissingNode() ? "<none>" : value.asText();
        };
    }

    private static String age(JsonNode moment, Instant now) {
        if (moment.isNull() || moment.asText().isEmpty()) {
            return "<unknown>";
        }
        try {
            return HumanNumbers.age(Duration.between(Instant.parse(moment.asText()), now));
        } catch (DateTimeException e) {
            return moment.asText(); // already formatted
        }
    }

    private static String labels(JsonNode labels) {
        return labels.isEmpty()
                ? "<none>"
                : labels.properties().stream()
                        .map(label -> label.getKey() + "=" + label.getValue().asText())
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    private static void addIf(boolean wanted, List<String> to, String text) {
        if (wanted) {
            to.add(text);
        }
    }
}
