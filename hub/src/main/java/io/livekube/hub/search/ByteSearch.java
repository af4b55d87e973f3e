package io.livekube.hub.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds a few bytes in many, eight at a time.
///
/// Two words of eight bytes, one byte apart, are compared with the first two bytes looked for: both bits
/// set means that both may be there, which is then looked at. The trick may see too much, never too little.
final class ByteSearch {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH = 0x8080_8080_8080_8080L;

    private ByteSearch() {}

    /// Where `needle` first stands between two places; -1 if it does not. An empty one stands everywhere.
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
        for (int stop = Math.min(last, to - 8 - apart); at <= stop; at += 8) {
            long a = (long) WORD.get(text, at) ^ first;
            long b = (long) WORD.get(text, at + apart) ^ second;
            for (long hits = (a - ONES) & ~a & (b - ONES) & ~b & HIGH; hits != 0; hits &= hits - 1) {
                int found = at + (Long.numberOfTrailingZeros(hits) >>> 3);
                if (found <= last && Arrays.equals(text, found, found + length, needle, 0, length)) {
                    return found;
                }
            }
        }
        for (; at <= last; at++) {
            if (text[at] == needle[0] && Arrays.equals(text, at, at + length, needle, 0, length)) {
                return at;
            }
        }
        return -1;
    }
}
