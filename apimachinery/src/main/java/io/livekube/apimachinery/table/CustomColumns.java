package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Columns of custom resources: those of their definition, or name and age.
final class CustomColumns {
    private static final Logger LOG = LoggerFactory.getLogger(CustomColumns.class);

    private static final PrinterColumn AGE =
            new PrinterColumn("Age", "date", "", "When the object was made.", 0, ".metadata.creationTimestamp");

    private CustomColumns() {}

    static TableLayout of(List<PrinterColumn> defined) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.named());
        try {
            for (PrinterColumn column : defined.isEmpty() ? List.of(AGE) : defined) {
                columns.add(column(column));
            }
        } catch (JsonPath.UnreadableException e) {
            // Like an API server, show the columns before the invalid one only.
            LOG.debug("printer columns cut short: {}", e.getMessage());
        }
        return new TableLayout(columns, _ -> Optional.empty());
    }

    private static Column column(PrinterColumn column) throws JsonPath.UnreadableException {
        JsonPath path = JsonPath.parse(column.path());
        String description = column.description().isEmpty()
                ? "Custom resource definition column (in JSONPath format): " + column.path()
                : column.description();
        var shown = new Column(
                column.name(),
                column.type(),
                column.format(),
                description,
                column.priority(),
                (object, now) -> path.first(object)
                        .map(value -> cell(column.type(), value, now))
                        .orElse(NullNode.instance));
        return column.type().equals("date")
                ? shown.living(Column.Live.age(object -> path.first(object).orElse(NullNode.instance)))
                : shown;
    }

    private static JsonNode cell(String type, JsonNode value, Instant now) {
        return switch (type) {
            case "string" -> TextNode.valueOf(text(value));
            case "integer" -> value.isNumber() ? LongNode.valueOf(value.longValue()) : NullNode.instance;
            case "number" -> value.isNumber() ? DoubleNode.valueOf(value.doubleValue()) : NullNode.instance;
            case "boolean" -> value.isBoolean() ? value : NullNode.instance;
            case "date" -> value.isTextual() ? TextNode.valueOf(date(value, now)) : NullNode.instance;
            default -> NullNode.instance;
        };
    }

    private static String date(JsonNode value, Instant now) {
        if (value.asText().isEmpty()) {
            return Fields.UNKNOWN;
        }
        return Ages.instant(value).isEmpty() ? "<invalid>" : Ages.since(value, now);
    }

    private static String text(JsonNode value) {
        if (value.isContainerNode()) {
            return value.toString();
        }
        return value.isFloatingPointNumber() ? number(value.decimalValue()) : value.asText();
    }

    /// Formats a number without a trailing fraction: `1.0` as `1`.
    private static String number(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() <= 0
                ? stripped.setScale(0, RoundingMode.UNNECESSARY).toPlainString()
                : stripped.toPlainString();
    }
}
