package io.livekube.core.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Cursor over protobuf bytes. Reusable, not thread-safe.
///
/// A message is a sequence of fields, each a tag (number and wire type) and a value. Lengths are checked
/// against the end of the enclosing message, so that nothing is read beyond it.
final class WireCursor {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    static final int FIXED32 = 5;

    private byte[] bytes = new byte[0];
    private int end;
    private int position;

    /// Moves to the start of a range.
    void reset(byte[] newBytes, int from, int to) {
        bytes = newBytes;
        position = from;
        end = to;
    }

    int position() {
        return position;
    }

    /// Returns to an earlier place.
    void seek(int place) {
        position = place;
    }

    /// A field's number and, in its lowest three bits, its wire type.
    int tag() throws UnreadableProtobufException {
        long tag = varint();
        if (tag <= 0b111 || tag > 0xffff_ffffL) {
            throw malformed("a tag");
        }
        return (int) tag;
    }

    static int number(int tag) {
        return tag >>> 3;
    }

    static int wireType(int tag) {
        return tag & 0b111;
    }

    long varint() throws UnreadableProtobufException {
        if (position < end && bytes[position] >= 0) {
            return bytes[position++]; // almost always
        }
        return longVarint();
    }

    /// A separate method, so that the common case is small enough to be inlined.
    private long longVarint() throws UnreadableProtobufException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (position >= end) {
                throw malformed("the rest of a number");
            }
            byte next = bytes[position++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("the end of a number");
    }

    /// Reads the length of a delimited value and returns the position of the value's end.
    int delimitedTo() throws UnreadableProtobufException {
        long length = varint();
        if (length < 0 || length > end - position) {
            throw malformed("a length within what encloses it, not " + length);
        }
        return position + (int) length;
    }

    /// Skips a value.
    void skip(int wireType) throws UnreadableProtobufException {
        switch (wireType) {
            case VARINT -> varint();
            case DELIMITED -> position = delimitedTo();
            case FIXED64 -> skipBytes(Long.BYTES);
            case FIXED32 -> skipBytes(Integer.BYTES);
            default -> throw malformed("a wire type, not " + wireType);
        }
    }

    private void skipBytes(int count) throws UnreadableProtobufException {
        if (count > end - position) {
            throw malformed("the rest of a number");
        }
        position += count;
    }

    /// The texts of a small message: its fields 1 to `count`, empty if missing.
    static String[] texts(byte[] bytes, int from, int to, int count) throws UnreadableProtobufException {
        String[] texts = new String[count];
        Arrays.fill(texts, "");
        var in = new WireCursor();
        in.reset(bytes, from, to);
        while (in.position < to) {
            int tag = in.tag();
            if (wireType(tag) != DELIMITED || number(tag) > count) {
                in.skip(wireType(tag));
                continue;
            }
            int end = in.delimitedTo();
            texts[number(tag) - 1] = new String(bytes, in.position, end - in.position, StandardCharsets.UTF_8);
            in.position = end;
        }
        return texts;
    }

    UnreadableProtobufException malformed(String expected) {
        return new UnreadableProtobufException("expected " + expected + " at byte " + position + " of " + end);
    }
}
