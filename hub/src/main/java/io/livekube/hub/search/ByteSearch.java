package io.livekube.hub.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds a short byte sequence in a long one, eight positions at a time.
///
/// Two 8-byte words, one byte apart, are compared with the first two bytes of the sequence; positions where
/// both match are then verified. The trick reports some false positives but misses no match.
final class ByteSearch {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH = 0x8080_8080_8080_8080L;

    private ByteSearch() {}

    /// The first position of `needle` within a range; -1 if there is none. An empty needle matches everywhere.
    static int indexOf(byte[] text, int from, int to, byte[] needle) {
        int length = needle.length;
        if (length == 0) {
            return from <= to ? from : -1;
        }
        int last = to - length;
        int at = from;
        long first = (needle[0] & 0xff) * ONES;
        long second = (needle[length > 1 ? 1 : 0] & 0xff) * ONES;
        int apart = length > 1 ? 1 : 0;
        int readable = text.length - 8 - apart; // may lie beyond `last`; matches there are ignored
        for (int stop = Math.min(last, readable); at <= stop; at += 8) {
            long a = (long) WORD.get(text, at) ^ first;
            long b = (long) WORD.get(text, at + apart) ^ second;
            for (long hits = (a - ONES) & ~a & (b - ONES) & ~b & HIGH; hits != 0; hits &= hits - 1) {
                int found = at + (Long.numberOfTrailingZeros(hits) >>> 3);
                if (found <= last && isAt(text, found, needle)) {
                    return found;
                }
            }
        }
        for (; at <= last; at++) {
            if (isAt(text, at, needle)) {
                return at;
            }
        }
        return -1;
    }

    /// Whether `needle` is at a position that has room for it. Written as a loop, because for a few bytes the
    /// setup of the library's comparison takes longer.
    static boolean isAt(byte[] text, int at, byte[] needle) {
        for (int i = 0; i < needle.length; i++) {
            if (text[at + i] != needle[i]) {
                return false;
            }
        }
        return true;
    }
}
