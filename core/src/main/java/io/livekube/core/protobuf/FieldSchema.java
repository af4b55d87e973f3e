package io.livekube.core.protobuf;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Schema of a message's field, and its form in JSON.
///
/// @param name in JSON; empty if it is [Shape#INLINE]
/// @param shape how many values there are
/// @param omitted whether JSON omits it if it is empty
/// @param message the name of the values' message type, if their type is [Type#MESSAGE]
record FieldSchema(int number, String name, Shape shape, Type type, boolean omitted, Optional<String> message) {
    /// How many values a field has.
    enum Shape {
        /// One or none; none differs from an empty one.
        OPTIONAL("*"),
        LIST("list:"),
        /// A map with string keys.
        MAP("map:"),
        /// One message, whose fields JSON shows as fields of the enclosing message.
        INLINE("-"),
        /// Exactly one; protobuf may omit an empty one.
        ONE("");

        /// Prefix of the type in the schema.
        private final String prefix;

        Shape(String prefix) {
            this.prefix = prefix;
        }

        private static Shape of(String type) {
            return Arrays.stream(values())
                    .filter(shape -> type.startsWith(shape.prefix))
                    .findFirst()
                    .orElse(ONE);
        }
    }

    /// Type of a value; all but the last are written by [ScalarWriter] or are separate messages.
    enum Type {
        STRING,
        INT,
        BOOL,
        BYTES,
        TIME,
        MICROTIME,
        QUANTITY,
        INTORSTRING,
        JSON,
        STRINGS,
        MESSAGE
    }

    /// From a line of the schema: `3 namespace? string`.
    static FieldSchema parse(String line) {
        int first = line.indexOf(' ');
        int second = line.indexOf(' ', first + 1);
        int number = Integer.parseInt(line, 0, first, 10);
        String name = line.substring(first + 1, second);
        String type = line.substring(second + 1);
        if (name.equals("-")) {
            return new FieldSchema(number, "", Shape.INLINE, Type.MESSAGE, false, Optional.of(type));
        }
        boolean omitted = name.endsWith("?");
        Shape shape = Shape.of(type);
        String values = type.substring(shape.prefix.length());
        boolean message = values.indexOf('.') >= 0;
        return new FieldSchema(
                number,
                omitted ? name.substring(0, name.length() - 1) : name,
                shape,
                message ? Type.MESSAGE : Type.valueOf(values.toUpperCase(Locale.ROOT)),
                omitted,
                message ? Optional.of(values) : Optional.empty());
    }

    /// The wire type of each of its values.
    int wireType() {
        boolean number = (type == Type.INT || type == Type.BOOL) && shape != Shape.MAP;
        return number ? WireCursor.VARINT : WireCursor.DELIMITED;
    }
}
