package io.livekube.core.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Byte search, eight bytes at a time (SIMD within a register).
///
/// Exclusive or turns the byte searched for into zero; subtracting one from a zero byte sets its highest bit.
/// The borrow may also set the highest bit of a byte after it, so only the first one found counts: the lowest,
/// in little-endian order.
public final class SwarBytes {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHEST_BITS = ONES << 7;
    private static final long NEWLINES = '\n' * ONES;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long SPACES = ' ' * ONES;

    /// All bits but the one by which `&` differs from a quote.
    private static final long AMPERSAND_AS_QUOTE = ~(('"' ^ '&') * ONES);

    /// All bits but the one by which `>` differs from `<`.
    private static final long GREATER_AS_LESS = ~(('<' ^ '>') * ONES);

    private static final long LESS = '<' * ONES;

    private SwarBytes() {}

    /// Position of the first newline, or `to` if there is none.
    static int newline(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long other = (long) EIGHT.get(bytes, i) ^ NEWLINES;
            long found = (other - ONES) & ~other & HIGHEST_BITS;
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    /// Position of the first byte that is special in a JSON string (a quote, a backslash, a control character,
    /// or part of a character beyond ASCII), or `to` if there is none.
    static int special(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long eight = (long) EIGHT.get(bytes, i);
            long unquoted = eight ^ QUOTES;
            long unescaped = eight ^ BACKSLASHES;
            long quotes = (unquoted - ONES) & ~unquoted;
            long escapes = (unescaped - ONES) & ~unescaped;
            long controls = (eight - SPACES) & ~eight;
            long found = (eight | quotes | escapes | controls) & HIGHEST_BITS;
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (i < to && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    /// Position of the first byte that Go escapes in a JSON string, or that is part of a character beyond ASCII;
    /// `to` if there is none. Besides those of [#special], Go escapes characters that are special in HTML.
    static int escaped(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long eight = (long) EIGHT.get(bytes, i);
            long unquoted = (eight & AMPERSAND_AS_QUOTE) ^ QUOTES;
            long unescaped = eight ^ BACKSLASHES;
            long unopened = (eight & GREATER_AS_LESS) ^ LESS;
            long quotes = (unquoted - ONES) & ~unquoted;
            long escapes = (unescaped - ONES) & ~unescaped;
            long brackets = (unopened - ONES) & ~unopened;
            long controls = (eight - SPACES) & ~eight;
            long found = (eight | quotes | escapes | brackets | controls) & HIGHEST_BITS;
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (i < to && isPlain(bytes[i])) {
            i++;
        }
        return i;
    }

    private static boolean isPlain(byte b) {
        return b >= ' ' && b != '"' && b != '\\' && b != '<' && b != '>' && b != '&';
    }

    public static boolean isAscii(byte[] bytes, int from, int to) {
        long bits = 0;
        if (to - from < Long.BYTES) {
            for (int i = from; i < to; i++) {
                bits |= bytes[i];
            }
        } else {
            int lastEight = to - Long.BYTES;
            for (int i = from; i < lastEight; i += Long.BYTES) {
                bits |= (long) EIGHT.get(bytes, i);
            }
            bits |= (long) EIGHT.get(bytes, lastEight);
        }
        return (bits & HIGHEST_BITS) == 0;
    }

    static void checkUtf8(byte[] bytes, int from, int to) throws MalformedJsonException {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException("text that is not UTF-8 between bytes " + from + " and " + to);
        }
    }
}
