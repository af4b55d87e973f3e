package io.livekube.apimachinery.selector;

import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/// One condition of a [LabelSelector] on one label.
///
/// @param values sorted and unique; one integer for [Operator#ABOVE] and [Operator#BELOW], none for
///     [Operator#EXISTS] and [Operator#MISSING]
public record LabelRequirement(String key, Operator operator, List<String> values) {
    /// How the label is compared with the values.
    public enum Operator {
        /// The label has one of the values: `key=value`, `key in (a,b)`.
        IN,
        /// The label has none of the values, or is missing: `key!=value`, `key notin (a,b)`.
        NOT_IN,
        /// The label is there, with any value: `key`.
        EXISTS,
        /// The label is missing: `!key`.
        MISSING,
        /// The label is an integer above the value: `key>5`.
        ABOVE,
        /// The label is an integer below the value: `key<5`.
        BELOW
    }

    public LabelRequirement {
        LabelSyntax.checkKey(key);
        boolean valueless = operator == Operator.EXISTS || operator == Operator.MISSING;
        values = valueless ? List.of() : LabelSyntax.checkedValues(key, values);
    }

    public boolean matches(LabelSet labels) {
        Optional<String> label = labels.get(key);
        return switch (operator) {
            case IN -> label.isPresent() && values.contains(label.get());
            case NOT_IN -> label.isEmpty() || !values.contains(label.get());
            case EXISTS -> label.isPresent();
            case MISSING -> label.isEmpty();
            case ABOVE -> isInteger(label, number -> number > bound());
            case BELOW -> isInteger(label, number -> number < bound());
        };
    }

    private static boolean isInteger(Optional<String> label, LongPredicate condition) {
        return label.flatMap(LabelSyntax::integer).filter(condition::test).isPresent();
    }

    private long bound() {
        return Long.parseLong(values.getFirst());
    }

    @Override
    public String toString() {
        return switch (operator) {
            case IN -> key + text("=", " in ");
            case NOT_IN -> key + text("!=", " notin ");
            case EXISTS -> key;
            case MISSING -> "!" + key;
            case ABOVE -> key + ">" + bound();
            case BELOW -> key + "<" + bound();
        };
    }

    private String text(String one, String several) {
        return values.size() == 1 ? one + values.getFirst() : several + "(" + String.join(",", values) + ")";
    }
}
