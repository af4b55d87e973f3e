package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.table.LiveTable;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Sort order of rows; ties are broken by cluster, namespace and name.
///
/// @param by primary criterion
/// @param column index of the cell, if the criterion is a cell
public record RowOrder(By by, int column, boolean descending) {
    /// By cluster, namespace and name.
    public static final RowOrder DEFAULT = new RowOrder(By.CLUSTER, -1, false);

    /// Sort criterion.
    public enum By {
        CLUSTER,
        NAMESPACE,
        CREATED,
        CELL
    }

    /// Parses `name`, `-restarts`, `cluster`; empty if there is no such column.
    public static Optional<RowOrder> parse(String text, LiveTable table) {
        boolean descending = text.startsWith("-");
        String name = (descending ? text.substring(1) : text).toLowerCase(Locale.ROOT);
        return switch (name) {
            case "cluster" -> Optional.of(new RowOrder(By.CLUSTER, -1, descending));
            case "namespace" -> Optional.of(new RowOrder(By.NAMESPACE, -1, descending));
            case "created" -> Optional.of(new RowOrder(By.CREATED, -1, descending));
            default -> {
                int column = table.column(name);
                yield column < 0 ? Optional.empty() : Optional.of(new RowOrder(By.CELL, column, descending));
            }
        };
    }

    /// Sort key of a row.
    ///
    /// @param cell empty if the order does not need it
    record Entry(String cluster, String namespace, String name, String created, Optional<JsonNode> cell) {}

    /// Whether rows must be rendered to be sorted.
    boolean needsRows() {
        return by == By.CREATED || by == By.CELL;
    }

    Comparator<Entry> comparator() {
        Comparator<Entry> first = switch (by) {
            case CLUSTER -> Comparator.comparing(Entry::cluster);
            case NAMESPACE -> Comparator.comparing(Entry::namespace);
            case CREATED -> Comparator.comparing(Entry::created);
            case CELL -> (a, b) -> compare(a.cell().orElseThrow(), b.cell().orElseThrow());
        };
        return (descending ? first.reversed() : first)
                .thenComparing(Entry::cluster)
                .thenComparing(Entry::namespace)
                .thenComparing(Entry::name);
    }

    /// Empty cells come before numbers, numbers before text.
    private static int compare(JsonNode a, JsonNode b) {
        int kind = Integer.compare(rank(a), rank(b));
        if (kind != 0) {
            return kind;
        }
        return a.isNumber()
                ? a.decimalValue().compareTo(b.decimalValue())
                : a.asText().compareToIgnoreCase(b.asText());
    }

    private static int rank(JsonNode cell) {
        if (cell.isNull()) {
            return 0;
        }
        return cell.isNumber() ? 1 : 2;
    }
}
