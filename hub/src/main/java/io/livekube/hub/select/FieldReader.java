package io.livekube.hub.select;

import io.livekube.apimachinery.selector.SelectableField;
import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads selectable fields of an object; decompresses it only for fields that are not in its header.
final class FieldReader {
    private final KubeObject object;
    private byte @Nullable [] content;

    FieldReader(KubeObject object) {
        this.object = object;
    }

    /// Whether a field can be read without decompressing the object.
    static boolean atHand(KubeObject object, SelectableField field) {
        return switch (field) {
            case SelectableField.Key _, SelectableField.Nowhere _ -> true;
            case SelectableField.At at -> object.extracts(at.path());
            case SelectableField.Either either -> atHand(object, either.first()) && atHand(object, either.second());
        };
    }

    String value(SelectableField field) {
        return switch (field) {
            case SelectableField.Key key ->
                switch (key) {
                    case NAME -> object.name();
                    case NAMESPACE -> object.namespace();
                };
            case SelectableField.Nowhere _ -> "";
            case SelectableField.At at -> value(at);
            case SelectableField.Either either -> {
                String first = value(either.first());
                yield first.isEmpty() ? value(either.second()) : first;
            }
        };
    }

    private String value(SelectableField.At at) {
        String value;
        if (object.extracts(at.path())) {
            value = object.field(at.path()).orElse("");
        } else {
            byte[] json = content;
            if (json == null) {
                json = object.content();
                content = json;
            }
            value = find(json, at.names());
        }
        return value.isEmpty() ? at.otherwise() : value;
    }

    private static String find(byte[] json, List<String> names) {
        var scanner = new JsonScanner(json, 0, json.length);
        try {
            for (String name : names) {
                if (!enter(scanner, name)) {
                    return "";
                }
            }
            return text(scanner, json);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("stored objects are valid JSON", e);
        }
    }

    /// Moves to the value of a field, if the next value is an object with that field.
    private static boolean enter(JsonScanner scanner, String name) throws MalformedJsonException {
        if (!scanner.takeIf('{') || scanner.takeIf('}')) {
            return false;
        }
        do {
            String found = scanner.readString();
            scanner.take(':');
            if (found.equals(name)) {
                return true;
            }
            scanner.skipValue();
        } while (scanner.takeIf(','));
        return false;
    }

    private static String text(JsonScanner scanner, byte[] json) throws MalformedJsonException {
        return switch (scanner.peek()) {
            case '"' -> scanner.readString();
            case '{', '[', 'n' -> "";
            default -> {
                int from = scanner.position();
                scanner.skipValue();
                yield new String(json, from, scanner.position() - from, StandardCharsets.US_ASCII);
            }
        };
    }
}
