package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.selector.SelectableField;
import io.livekube.apimachinery.selector.SelectableFields;
import java.util.List;

/// Extracts the values of selectable fields from an object when it is written.
final class FieldValues {
    private static final String[] NONE = new String[0];

    private FieldValues() {}

    /// @param names of the fields; the value of a field that is no longer selectable is empty
    static String[] of(JsonNode object, List<String> names, SelectableFields selectable, StringCache strings) {
        if (names.isEmpty()) {
            return NONE;
        }
        String[] values = new String[names.size()];
        for (int i = 0; i < values.length; i++) {
            SelectableField field = selectable.fields().get(names.get(i));
            values[i] = field == null ? "" : strings.same(value(object, field));
        }
        return values;
    }

    private static String value(JsonNode object, SelectableField field) {
        return switch (field) {
            case SelectableField.Key key -> throw new IllegalArgumentException(key + " is not extracted");
            case SelectableField.Nowhere _ -> "";
            case SelectableField.At at -> {
                JsonNode node = object;
                for (String name : at.names()) {
                    node = node.path(name);
                }
                String text = node.asText();
                yield text.isEmpty() ? at.otherwise() : text;
            }
            case SelectableField.Either either -> {
                String first = value(object, either.first());
                yield first.isEmpty() ? value(object, either.second()) : first;
            }
        };
    }
}
