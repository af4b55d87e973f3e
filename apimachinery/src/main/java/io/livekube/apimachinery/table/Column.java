package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/// One column of a table.
///
/// @param type the OpenAPI type that API servers declare, which is not always the type of the cells
/// @param priority 0 if the column is always shown, 1 if only by `-o wide`
/// @param live the cell of a [LiveTable]; empty if it is the same because it does not depend on the time
record Column(
        String name, String type, String format, String description, int priority, Cell cell, Optional<Live> live) {
    /// A cell that does not become outdated as time passes.
    record Live(String type, String format, Function<JsonNode, JsonNode> cell) {
        /// A timestamp from which the reader computes the age.
        static Live age(Function<JsonNode, JsonNode> timestamp) {
            return new Live(
                    "string",
                    "age",
                    object -> Ages.instant(timestamp.apply(object))
                            .<JsonNode>map(moment -> TextNode.valueOf(moment.toString()))
                            .orElse(NullNode.instance));
        }
    }

    Column(String name, String type, String format, String description, int priority, Cell cell) {
        this(name, type, format, description, priority, cell, Optional.empty());
    }

    /// The object's name.
    static Column named() {
        return named(object -> Fields.text(object, "metadata", "name"));
    }

    /// The object's name in another form, such as `gp3 (default)`.
    static Column named(Function<JsonNode, String> name) {
        return new Column(
                "Name", "string", "name", "The name of the object.", 0, (object, now) -> text(name.apply(object)));
    }

    /// The object's age.
    static Column age() {
        Function<JsonNode, JsonNode> made = object -> Fields.at(object, "metadata", "creationTimestamp");
        return timed("Age", (object, now) -> Ages.since(made.apply(object), now))
                .living(Live.age(made));
    }

    static Column text(String name, Function<JsonNode, String> cell) {
        return string(name, (object, now) -> text(cell.apply(object)));
    }

    /// A text that depends on the current time.
    static Column timed(String name, BiFunction<JsonNode, Instant, String> cell) {
        return string(name, (object, now) -> text(cell.apply(object, now)));
    }

    static Column number(String name, ToLongFunction<JsonNode> cell) {
        return string(name, (object, now) -> LongNode.valueOf(cell.applyAsLong(object)))
                .typed("integer");
    }

    static Column truth(String name, Predicate<JsonNode> cell) {
        return string(name, (object, now) -> BooleanNode.valueOf(cell.test(object)));
    }

    /// This column, shown only by `-o wide`.
    Column wide() {
        return new Column(name, type, format, description, 1, cell, live);
    }

    /// This column with another declared type.
    Column typed(String other) {
        return new Column(name, other, format, description, priority, cell, live);
    }

    /// This column with a different cell in a [LiveTable].
    Column living(Live other) {
        return new Column(name, type, format, description, priority, cell, Optional.of(other));
    }

    private static Column string(String name, Cell cell) {
        return new Column(name, "string", "", name + " of the object.", 0, cell);
    }

    private static JsonNode text(String text) {
        return TextNode.valueOf(text);
    }
}
