package io.livekube.core.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Writes numbers and texts as [PackedText] reads them, each text in its shortest form. Reusable, for one thread.
final class PackedWriter {
    /// A piece takes two bytes or three; a shorter text is as good as a literal.
    private static final int SHORTEST_PIECE = 3;

    private final @Nullable Symbols symbols;
    private byte[] out = new byte[256];
    private int length;
    private int origin;
    private int originEnd;

    /// @param symbols where to look for texts; null to write them all out
    PackedWriter(@Nullable Symbols symbols) {
        this.symbols = symbols;
    }

    void restart() {
        length = 0;
        origin = 0;
        originEnd = 0;
    }

    byte[] bytes() {
        return out;
    }

    int length() {
        return length;
    }

    /// Writes raw bytes that later texts may be parts of.
    void putOrigin(byte[] bytes) {
        origin = length;
        putRaw(bytes, 0, bytes.length);
        originEnd = length;
    }

    void putRaw(byte[] bytes, int from, int to) {
        reserve(to - from);
        System.arraycopy(bytes, from, out, length, to - from);
        length += to - from;
    }

    void putShort(int value) {
        reserve(2);
        out[length++] = (byte) (value >>> 8);
        out[length++] = (byte) value;
    }

    void putLong(long value) {
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            out[length++] = (byte) (value >>> shift);
        }
    }

    void putNumber(int number) {
        reserve(5);
        int rest = number;
        while ((rest & ~0x7f) != 0) {
            out[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[length++] = (byte) rest;
    }

    void putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putText(utf8, 0, utf8.length);
    }

    void putText(byte[] utf8, int from, int to) {
        int piece = to - from < SHORTEST_PIECE ? -1 : findInOrigin(utf8, from, to);
        if (piece >= 0) {
            putForm(PackedText.PIECE, piece);
            putNumber(to - from);
            return;
        }
        int symbol = symbols == null || from == to ? Symbols.NONE : symbols.numberOf(utf8, from, to);
        if (symbol != Symbols.NONE) {
            putForm(PackedText.SYMBOL, symbol);
            return;
        }
        putForm(PackedText.LITERAL, to - from);
        putRaw(utf8, from, to);
    }

    void putLabels(SortedMap<String, String> labels) {
        putNumber(labels.size());
        labels.forEach((key, value) -> {
            putText(key);
            putText(value);
        });
    }

    private void putForm(int form, int value) {
        putNumber(value << PackedText.FORM_BITS | form);
    }

    private int findInOrigin(byte[] text, int from, int to) {
        byte first = text[from];
        for (int at = origin; at <= originEnd - (to - from); at++) {
            if (out[at] == first && Arrays.equals(out, at, at + to - from, text, from, to)) {
                return at - origin;
            }
        }
        return -1;
    }

    private void reserve(int count) {
        if (length + count > out.length) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, length + count));
        }
    }
}
