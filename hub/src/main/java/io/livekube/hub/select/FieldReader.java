package io.livekube.hub.select;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads fields of one object, and unpacks it only for one that does not stand in front of its body.
final class FieldReader {
    private final KubeObject object;
    private byte @Nullable [] content;

    FieldReader(KubeObject object) {
        this.object = object;
    }

    /// Whether a field is read without unpacking.
    static boolean atHand(KubeObject object, Field field) {
        return switch (field) {
            case Field.Key _, Field.Nowhere _ -> true;
            case Field.At at -> object.extracts(at.path());
            case Field.Either either -> atHand(object, either.first()) && atHand(object, either.second());
        };
    }

    String value(Field field) {
        return switch (field) {
            case Field.Key key ->
                switch (key) {
                    case NAME -> object.name();
                    case NAMESPACE -> object.namespace();
                };
            case Field.Nowhere _ -> "";
            case Field.At at -> value(at);
            case Field.Either either -> {
                String first = value(either.first());
                yield first.isEmpty() ? value(either.second()) : first;
            }
        };
    }

    private String value(Field.At at) {
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
            throw new IllegalStateException("this was checked when it was taken in", e);
        }
    }

    /// Goes to the value of a field of the object that comes next, if it is one and has such a field.
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
