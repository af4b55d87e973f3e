package io.livekube.core.protobuf;

import io.livekube.core.json.SwarBytes;
import io.livekube.core.protobuf.StrippingPlan.Step;

/// Checks whether [Transcoder] can write a message, without writing it: whether the schema has all of its
/// fields, each in its place, and JSON can represent their values. Reusable, not thread-safe.
///
/// Rejects anything doubtful. Almost all of an object passes through here, so there are few calls per field: at
/// startup this code runs before it is fully compiled.
final class KnownFields {
    /// Half the limit of [Transcoder].
    static final int MAX_DEPTH = 64;

    private static final int KEY = 1 << 3 | WireCursor.DELIMITED;
    private static final int VALUE = 2 << 3 | WireCursor.DELIMITED;
    private static final int FIRST_NUMBER = 1 << 3 | WireCursor.VARINT;
    private static final int FIRST_TEXT = 1 << 3 | WireCursor.DELIMITED;
    private static final int SECOND_NUMBER = 2 << 3 | WireCursor.VARINT;
    private static final int THIRD_TEXT = 3 << 3 | WireCursor.DELIMITED;

    /// The first and the last second of years with four digits.
    private static final long EARLIEST = -62_167_219_200L;

    private static final long LATEST = 253_402_300_799L;
    private static final long MOST_NANOS = 999_999_999;

    /// Bytes of a number of 64 bits.
    private static final int LONGEST_NUMBER = 10;

    /// Maximum bytes of a plausible length.
    private static final int LONGEST_LENGTH = 4;

    private final Transcoder values;
    private final WireCursor in = new WireCursor();
    private byte[] bytes = new byte[0];

    /// @param values transcoder that writes the same object
    KnownFields(Transcoder values) {
        this.values = values;
    }

    void begin(byte[] newBytes) {
        bytes = newBytes;
        in.reset(newBytes, 0, newBytes.length);
    }

    /// Checks the message between two positions, and everything in it.
    boolean message(StrippingPlan plan, int from, int to, int depth) throws UnreadableProtobufException {
        if (depth > MAX_DEPTH) {
            return false;
        }
        int last = 0;
        int at = from;
        while (at < to) {
            int tag = bytes[at++];
            if (tag < 0 && at < to) {
                tag = (tag & 0x7f) | bytes[at++] << 7;
            }
            int number = WireCursor.number(tag);
            int form = plan.form(number);
            if (at >= to || !isInPlace(last, tag, form)) {
                return false;
            }
            last = number;
            if (WireCursor.wireType(tag) == WireCursor.VARINT) {
                at = behindNumber(at, to);
                continue;
            }
            int length = bytes[at++];
            if (length < 0) {
                int behind = behindNumber(at, to);
                length = longLength(at - 1, behind);
                at = behind;
            }
            int end = at + length;
            if (length < 0 || end > to) {
                return false;
            }
            boolean known = (form & StrippingPlan.TEXT) != 0
                    ? SwarBytes.isUtf8(bytes, at, end)
                    : value(plan.step(number), at, end, depth);
            if (!known) {
                return false;
            }
            at = end;
        }
        return at == to;
    }

    /// Whether the schema knows a tag, and it may follow the field `last`: fields are in the order of their
    /// numbers, and only repeated ones occur more than once.
    private static boolean isInPlace(int last, int tag, int form) {
        int lowest = (form & StrippingPlan.REPEATED) == 0 ? last + 1 : last;
        return form >= 0 && WireCursor.wireType(form) == WireCursor.wireType(tag) && WireCursor.number(tag) >= lowest;
    }

    /// The same for one of a message's fields.
    static boolean mayFollow(int last, int tag, StrippingPlan plan) {
        return isInPlace(last, tag, plan.form(WireCursor.number(tag)));
    }

    /// End of the rest of a number; beyond everything if it is too long, beyond `to` if it does not end.
    private int behindNumber(int at, int to) {
        int end = at;
        while (end < to && bytes[end] < 0) {
            end++;
        }
        return end - at < LONGEST_NUMBER ? end + 1 : Integer.MAX_VALUE;
    }

    /// Reads a length of several bytes; negative if it has too many.
    private int longLength(int from, int to) {
        if (to - from > LONGEST_LENGTH || to > bytes.length) {
            return -1;
        }
        int length = 0;
        for (int i = to - 1; i >= from; i--) {
            length = length << 7 | (bytes[i] & 0x7f);
        }
        return length;
    }

    /// Checks one value of a field, or one entry of a map.
    boolean value(Step step, int from, int to, int depth) throws UnreadableProtobufException {
        return step.shape == FieldSchema.Shape.MAP ? entry(step, from, to, depth) : single(step, from, to, depth);
    }

    private boolean single(Step step, int from, int to, int depth) throws UnreadableProtobufException {
        return switch (step.type) {
            case STRING -> SwarBytes.isUtf8(bytes, from, to);
            case MESSAGE -> message(step.plan(), from, to, depth + 1);
            default -> scalar(step.type, from, to);
        };
    }

    /// Checks a key, and the value if there is one.
    private boolean entry(Step step, int from, int to, int depth) throws UnreadableProtobufException {
        in.seek(from);
        if (from == to || in.tag() != KEY) {
            return false;
        }
        int keyTo = in.delimitedTo();
        if (keyTo > to || !SwarBytes.isUtf8(bytes, in.position(), keyTo)) {
            return false;
        }
        in.seek(keyTo);
        return keyTo == to || (in.tag() == VALUE && in.delimitedTo() == to && single(step, in.position(), to, depth));
    }

    // ---- Values that are messages in protobuf but not objects in JSON

    private boolean scalar(FieldSchema.Type type, int from, int to) throws UnreadableProtobufException {
        in.seek(from);
        return switch (type) {
            case BYTES -> true;
            case TIME, MICROTIME -> isTime(to);
            case QUANTITY, STRINGS -> areTexts(to);
            case INTORSTRING -> isIntOrString(to);
            case JSON -> isJson(from, to);
            case STRING, INT, BOOL, MESSAGE -> false;
        };
    }

    /// Only locates embedded JSON; the code that writes it also checks it.
    private boolean isJson(int from, int to) throws UnreadableProtobufException {
        while (in.position() < to) {
            if (in.tag() != FIRST_TEXT) {
                return false;
            }
            in.seek(in.delimitedTo());
        }
        if (in.position() > to) {
            return false;
        }
        values.check(FieldSchema.Type.JSON, from, to);
        return true;
    }

    private boolean isTime(int to) throws UnreadableProtobufException {
        boolean known = true;
        while (known && in.position() < to) {
            known = switch (in.tag()) {
                case FIRST_NUMBER -> isBetween(EARLIEST, in.varint(), LATEST);
                case SECOND_NUMBER -> isBetween(0, in.varint(), MOST_NANOS);
                default -> false;
            };
        }
        return known && in.position() == to;
    }

    private static boolean isBetween(long least, long value, long most) {
        return least <= value && value <= most;
    }

    private boolean areTexts(int to) throws UnreadableProtobufException {
        boolean known = true;
        while (known && in.position() < to) {
            known = in.tag() == FIRST_TEXT && isText(to);
        }
        return known;
    }

    private boolean isIntOrString(int to) throws UnreadableProtobufException {
        boolean known = true;
        while (known && in.position() < to) {
            known = switch (in.tag()) {
                case FIRST_NUMBER, SECOND_NUMBER -> {
                    in.varint();
                    yield true;
                }
                case THIRD_TEXT -> isText(to);
                default -> false;
            };
        }
        return known && in.position() == to;
    }

    private boolean isText(int to) throws UnreadableProtobufException {
        int end = in.delimitedTo();
        boolean known = end <= to && SwarBytes.isUtf8(bytes, in.position(), end);
        in.seek(end);
        return known;
    }
}
