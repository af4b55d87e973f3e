package io.livekube.core.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/// Writer of JSON into a buffer, with Go's escapes. Reusable, not thread-safe.
public final class JsonWriter {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private byte[] out = new byte[8 * 1024];
    private int length;

    public void restart() {
        length = 0;
    }

    /// Buffer whose first [#length] bytes have been written; valid until the next write.
    public byte[] bytes() {
        return out;
    }

    public int length() {
        return length;
    }

    /// The last byte written.
    public byte last() {
        return out[length - 1];
    }

    /// Removes the bytes written last.
    public void cutTo(int earlier) {
        length = earlier;
    }

    /// Writes a structural character.
    public void put(char c) {
        room(1);
        out[length++] = (byte) c;
    }

    /// Writes bytes that are already JSON.
    public void put(byte[] json, int from, int to) {
        int count = to - from;
        room(count);
        System.arraycopy(json, from, out, length, count);
        length += count;
    }

    public void put(byte[] json) {
        put(json, 0, json.length);
    }

    public void nothing() {
        put(NULL);
    }

    public void bool(boolean value) {
        put(value ? TRUE : FALSE);
    }

    public void number(long value) {
        if (value < 0 || value > Integer.MAX_VALUE) {
            put(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
            return;
        }
        int count = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            count++;
        }
        digits((int) value, count);
    }

    /// Writes a number with a fixed number of digits, padded with zeros.
    public void digits(int value, int count) {
        room(count);
        int rest = value;
        for (int i = length + count - 1; i >= length; i--) {
            out[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
    }

    public void base64(byte[] bytes, int from, int to) {
        put('"');
        put(Base64.getEncoder().encode(Arrays.copyOfRange(bytes, from, to)));
        put('"');
    }

    /// Writes a string, given as UTF-8.
    public void string(byte[] text, int from, int to) throws MalformedJsonException {
        int firstEscaped = SwarBytes.escaped(text, from, to);
        if (firstEscaped == to) {
            plain(text, from, to); // almost always
            return;
        }
        put('"');
        int plainFrom = from;
        boolean ascii = true;
        for (int i = firstEscaped; i < to; i = SwarBytes.escaped(text, i + 1, to)) {
            byte b = text[i];
            if (b < 0) {
                ascii = false;
                if (!isLineSeparator(text, i, to)) {
                    continue;
                }
                put(text, plainFrom, i);
                unicode(0x2020 | (text[i + 2] & 0xf));
                i += 2;
            } else {
                put(text, plainFrom, i);
                escape(b);
            }
            plainFrom = i + 1;
        }
        put(text, plainFrom, to);
        put('"');
        if (!ascii) {
            SwarBytes.checkUtf8(text, from, to);
        }
    }

    private void plain(byte[] text, int from, int to) {
        int count = to - from;
        room(count + 2);
        out[length] = '"';
        System.arraycopy(text, from, out, length + 1, count);
        out[length + count + 1] = '"';
        length += count + 2;
    }

    /// U+2028 and U+2029, which JavaScript treats as line terminators.
    private static boolean isLineSeparator(byte[] text, int i, int to) {
        return text[i] == (byte) 0xe2
                && i + 2 < to
                && text[i + 1] == (byte) 0x80
                && (text[i + 2] == (byte) 0xa8 || text[i + 2] == (byte) 0xa9);
    }

    private void escape(byte b) {
        switch (b) {
            case '"', '\\' -> escaped((char) b);
            case '\n' -> escaped('n');
            case '\r' -> escaped('r');
            case '\t' -> escaped('t');
            case '\b' -> escaped('b');
            case '\f' -> escaped('f');
            default -> unicode(b);
        }
    }

    private void escaped(char c) {
        put('\\');
        put(c);
    }

    private void unicode(int character) {
        escaped('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            put((char) HEX[(character >> shift) & 0xf]);
        }
    }

    private void room(int more) {
        if (length + more > out.length) {
            grow(length + more);
        }
    }

    private void grow(int needed) {
        out = Arrays.copyOf(out, Math.max(needed, out.length * 2));
    }
}
