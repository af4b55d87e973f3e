package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.List;

/// Table of one kind for readers that keep it open: cells hold points in time where those of the API server
/// hold ages.
///
/// @param wide whether to include the columns of `-o wide`
public record LiveTable(TableLayout layout, boolean wide) {
    private List<Column> shown() {
        return layout.columns().stream().filter(this::isShown).toList();
    }

    private boolean isShown(Column column) {
        return wide || column.priority() == 0;
    }

    /// Definitions of the columns.
    public ArrayNode columns() {
        ArrayNode columns = JsonNodeFactory.instance.arrayNode();
        for (Column column : shown()) {
            columns.addObject()
                    .put("name", column.name())
                    .put("type", column.live().map(Column.Live::type).orElse(column.type()))
                    .put("format", column.live().map(Column.Live::format).orElse(column.format()))
                    .put("priority", column.priority())
                    .put("description", column.description());
        }
        return columns;
    }

    /// The index of a column by its name, ignoring case; -1 if there is none.
    public int column(String name) {
        List<Column> shown = shown();
        for (int i = 0; i < shown.size(); i++) {
            if (shown.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /// The names of the columns.
    public List<String> names() {
        return shown().stream().map(Column::name).toList();
    }

    /// The cells of an object that cannot be parsed.
    public ArrayNode unreadable(String name) {
        return TableLayout.unreadable(shown(), name);
    }

    /// The cells of an object.
    public ArrayNode cells(JsonNode object) {
        ArrayNode cells = JsonNodeFactory.instance.arrayNode();
        for (Column column : layout.columns()) {
            if (isShown(column)) {
                cells.add(column.live()
                        .map(live -> live.cell().apply(object))
                        .orElseGet(() -> column.cell().of(object, Instant.EPOCH)));
            }
        }
        return cells;
    }
}
