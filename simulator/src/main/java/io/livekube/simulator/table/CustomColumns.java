package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.livekube.simulator.resource.PrinterColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The columns of custom resources, from their CRD.
final class CustomColumns {
    private static final PrinterColumn AGE = new PrinterColumn("Age", "date", "", "", 0, ".metadata.creationTimestamp");

    private CustomColumns() {}

    static List<Column> of(List<PrinterColumn> definitions) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.objectName());
        for (PrinterColumn definition : definitions.isEmpty() ? List.of(AGE) : definitions) {
            JsonPath path = JsonPath.parse(definition.jsonPath());
            columns.add(new Column(
                    definition.name(),
                    definition.type(),
                    definition.format(),
                    definition.description(),
                    definition.priority(),
                    row -> cell(definition.type(), path.values(row.object()), row)));
        }
        return List.copyOf(columns);
    }

    private static JsonNode cell(String type, List<JsonNode> values, Column.Row row) {
        if (values.isEmpty()) {
            return NullNode.getInstance();
        }
        JsonNode first = values.getFirst();
        return switch (type) {
            case "date" -> TextNode.valueOf(Ages.since(first, row.now()));
            case "integer", "number", "boolean" -> first.isValueNode() ? first : NullNode.getInstance();
            default ->
                TextNode.valueOf(values.stream()
                        .map(value -> value.isValueNode() ? value.asText() : value.toString())
                        .collect(Collectors.joining(",")));
        };
    }
}
