package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.function.Function;

/// One column: its definition, and how its cell is computed from an object.
///
/// @param priority 0 is always shown, 1 in wide output only
public record Column(
        String name, String type, String format, String description, int priority, Function<Row, JsonNode> cell) {

    /// An object and the time at which its row is printed.
    public record Row(ObjectNode object, Instant now) {
        JsonNode spec() {
            return object.path("spec");
        }

        JsonNode status() {
            return object.path("status");
        }

        JsonNode metadata() {
            return object.path("metadata");
        }
    }

    static Column objectName() {
        return objectName(row -> row.metadata().path("name").asText());
    }

    static Column objectName(Function<Row, String> cell) {
        return new Column("Name", "string", "name", "", 0, row -> TextNode.valueOf(cell.apply(row)));
    }

    static Column age() {
        return text("Age", row -> Ages.since(row.metadata().path("creationTimestamp"), row.now()));
    }

    static Column text(String name, Function<Row, String> cell) {
        return new Column(name, "string", "", "", 0, row -> TextNode.valueOf(cell.apply(row)));
    }

    static Column integer(String name, Function<Row, JsonNode> number) {
        return new Column(
                name,
                "integer",
                "",
                "",
                0,
                row -> LongNode.valueOf(number.apply(row).asLong()));
    }

    /// A number in a column that says it is text, as some of the real server's do.
    static Column count(String name, Function<Row, JsonNode> number) {
        return new Column(
                name,
                "string",
                "",
                "",
                0,
                row -> LongNode.valueOf(number.apply(row).asLong()));
    }

    static Column flag(String name, Function<Row, JsonNode> flag) {
        return new Column(
                name,
                "string",
                "",
                "",
                0,
                row -> BooleanNode.valueOf(flag.apply(row).asBoolean()));
    }

    Column typed(String otherType) {
        return new Column(name, otherType, format, description, priority, cell);
    }

    Column wide() {
        return new Column(name, type, format, description, 1, cell);
    }
}
