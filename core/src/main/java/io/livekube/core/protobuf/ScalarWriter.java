package io.livekube.core.protobuf;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.JsonWriter;
import io.livekube.core.json.MalformedJsonException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;

/// Writer of values that are messages in protobuf but not objects in JSON: times, quantities and the like.
final class ScalarWriter {
    private static final byte[] NOTHING = {};
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int THIRD = 3;
    private static final int NANOS_IN_MICRO = 1_000;

    /// Writer of one value.
    private interface Value {
        void write(byte[] bytes, int from, int to) throws UnreadableProtobufException;
    }

    private final WireCursor in;
    private final JsonWriter out;
    /// A table and not a switch, as in [Transcoder].
    private final Map<FieldSchema.Type, Value> byType;
    private final JsonScanner scanner = new JsonScanner(NOTHING, 0, 0);

    ScalarWriter(WireCursor in, JsonWriter out) {
        this.in = in;
        this.out = out;
        byType = new EnumMap<>(Map.of(
                FieldSchema.Type.STRING, this::text,
                FieldSchema.Type.BYTES, out::base64,
                FieldSchema.Type.TIME, (_, _, to) -> time(to, false),
                FieldSchema.Type.MICROTIME, (_, _, to) -> time(to, true),
                FieldSchema.Type.QUANTITY, (bytes, _, to) -> quantity(bytes, to),
                FieldSchema.Type.INTORSTRING, (bytes, _, to) -> intOrString(bytes, to),
                FieldSchema.Type.JSON, (bytes, _, to) -> json(bytes, to),
                FieldSchema.Type.STRINGS, (bytes, _, to) -> strings(bytes, to)));
    }

    /// Writes the value between the cursor and `to`.
    void write(FieldSchema.Type type, byte[] bytes, int to) throws UnreadableProtobufException {
        Value writer = byType.get(type);
        if (writer == null) {
            throw new IllegalArgumentException(type + " is not written here");
        }
        writer.write(bytes, in.position(), to);
        if (in.position() > to) {
            throw in.malformed("the end of a value");
        }
    }

    /// Writes the JSON of a value that protobuf omitted.
    void empty(FieldSchema.Type type) {
        switch (type) {
            case STRING -> quoted("");
            case INT -> out.number(0);
            case BOOL -> out.bool(false);
            case QUANTITY -> quoted("0");
            case INTORSTRING -> out.number(0);
            case BYTES, TIME, MICROTIME, JSON, STRINGS -> out.nothing();
            case MESSAGE -> throw new IllegalArgumentException("a message has fields");
        }
    }

    void text(byte[] bytes, int from, int to) throws UnreadableProtobufException {
        try {
            out.string(bytes, from, to);
        } catch (MalformedJsonException e) {
            throw in.malformed("UTF-8: " + e.getMessage());
        }
    }

    private void quoted(String ascii) {
        out.put('"');
        for (int i = 0; i < ascii.length(); i++) {
            out.put(ascii.charAt(i));
        }
        out.put('"');
    }

    /// `{seconds, nanos}`; empty for the zero time.
    private void time(int to, boolean micros) throws UnreadableProtobufException {
        if (in.position() == to) {
            out.nothing();
            return;
        }
        long seconds = 0;
        int nanos = 0;
        while (in.position() < to) {
            int tag = in.tag();
            switch (WireCursor.number(tag)) {
                case FIRST -> seconds = in.varint();
                case SECOND -> nanos = (int) in.varint();
                default -> in.skip(WireCursor.wireType(tag));
            }
        }
        LocalDateTime time = dateTime(seconds, nanos);
        out.put('"');
        out.digits(time.getYear(), 4);
        two('-', time.getMonthValue());
        two('-', time.getDayOfMonth());
        two('T', time.getHour());
        two(':', time.getMinute());
        two(':', time.getSecond());
        if (micros) {
            out.put('.');
            out.digits(nanos / NANOS_IN_MICRO, 6);
        }
        out.put('Z');
        out.put('"');
    }

    private LocalDateTime dateTime(long seconds, int nanos) throws UnreadableProtobufException {
        try {
            LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
            if (time.getYear() < 0 || time.getYear() > 9999) {
                throw in.malformed("a year of four digits, not " + time.getYear());
            }
            return time;
        } catch (DateTimeException e) {
            throw in.malformed("a time, not " + seconds + " s and " + nanos + " ns");
        }
    }

    private void two(char before, int digits) {
        out.put(before);
        out.digits(digits, 2);
    }

    /// `{text}`
    private void quantity(byte[] bytes, int to) throws UnreadableProtobufException {
        int start = out.length();
        while (in.position() < to) {
            int tag = in.tag();
            if (WireCursor.number(tag) == FIRST) {
                int end = in.delimitedTo();
                out.cutTo(start);
                text(bytes, in.position(), end);
                in.seek(end);
            } else {
                in.skip(WireCursor.wireType(tag));
            }
        }
        if (out.length() == start) {
            empty(FieldSchema.Type.QUANTITY);
        }
    }

    /// `{isText, number, text}`
    private void intOrString(byte[] bytes, int to) throws UnreadableProtobufException {
        boolean isText = false;
        long number = 0;
        int textFrom = 0;
        int textTo = 0;
        while (in.position() < to) {
            int tag = in.tag();
            switch (WireCursor.number(tag)) {
                case FIRST -> isText = in.varint() == 1;
                case SECOND -> number = in.varint();
                case THIRD -> {
                    textTo = in.delimitedTo();
                    textFrom = in.position();
                    in.seek(textTo);
                }
                default -> in.skip(WireCursor.wireType(tag));
            }
        }
        if (isText) {
            text(bytes, textFrom, textTo);
        } else {
            out.number(number);
        }
    }

    /// `{json}`: values without a schema in Kubernetes.
    private void json(byte[] bytes, int to) throws UnreadableProtobufException {
        int start = out.length();
        while (in.position() < to) {
            int tag = in.tag();
            if (WireCursor.number(tag) != FIRST) {
                in.skip(WireCursor.wireType(tag));
                continue;
            }
            int end = in.delimitedTo();
            if (ProtobufEnvelope.isAt(bytes, in.position(), end)) {
                throw new UnreadableProtobufException("an object in protobuf within another");
            }
            check(bytes, in.position(), end);
            out.cutTo(start);
            out.put(bytes, in.position(), end);
            in.seek(end);
        }
        if (out.length() == start) {
            out.nothing();
        }
    }

    private void check(byte[] json, int from, int to) throws UnreadableProtobufException {
        scanner.reset(json, from, to);
        try {
            scanner.skipValue();
        } catch (MalformedJsonException e) {
            throw in.malformed("JSON: " + e.getMessage());
        }
        boolean whole = scanner.atEnd();
        scanner.reset(NOTHING, 0, 0); // releases the bytes
        if (!whole) {
            throw in.malformed("the end of a value of JSON");
        }
        if (!isAsGoWouldWriteIt(json, from, to)) {
            throw in.malformed("JSON without blanks and with Go's escapes");
        }
    }

    /// Servers remove blanks and add escapes when they write such a value into JSON.
    private static boolean isAsGoWouldWriteIt(byte[] json, int from, int to) {
        boolean inString = false;
        for (int i = from; i < to; i++) {
            byte b = json[i];
            if (inString && b == '\\') {
                i++;
            } else if (b == '"') {
                inString = !inString;
            } else if (b == '<' || b == '>' || b == '&' || b == (byte) 0xe2 || (!inString && b <= ' ')) {
                return false;
            }
        }
        return true;
    }

    /// `{repeated text}`
    private void strings(byte[] bytes, int to) throws UnreadableProtobufException {
        if (in.position() == to) {
            out.nothing();
            return;
        }
        out.put('[');
        boolean first = true;
        while (in.position() < to) {
            int tag = in.tag();
            if (WireCursor.number(tag) != FIRST) {
                in.skip(WireCursor.wireType(tag));
                continue;
            }
            if (!first) {
                out.put(',');
            }
            first = false;
            int end = in.delimitedTo();
            text(bytes, in.position(), end);
            in.seek(end);
        }
        out.put(']');
    }
}
