package io.livekube.testkit.fault;

import java.util.Arrays;

/// Bytes that no JSON reader takes, inside a string or outside, and that break no line.
final class Garbage {

    private static final byte[] BYTES = {0x01, (byte) 0xff, '"', '{', '"', 0x01};

    private Garbage() {}

    /// The same number of bytes, those in the middle overwritten.
    static byte[] inTheMiddle(byte[] json) {
        return between(json, 0, json.length);
    }

    static byte[] between(byte[] json, int from, int to) {
        byte[] garbled = Arrays.copyOf(json, json.length);
        int length = Math.min(BYTES.length, to - from);
        System.arraycopy(BYTES, 0, garbled, from + (to - from - length) / 2, length);
        return garbled;
    }
}
