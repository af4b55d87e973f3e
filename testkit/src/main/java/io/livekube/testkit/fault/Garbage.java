package io.livekube.testkit.fault;

import java.util.Arrays;

/// Bytes that are invalid JSON, inside a string or outside, and contain no line break.
final class Garbage {

    private static final byte[] BYTES = {0x01, (byte) 0xff, '"', '{', '"', 0x01};

    private Garbage() {}

    /// A copy with the bytes in the middle overwritten.
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
