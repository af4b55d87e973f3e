package io.livekube.core.model;

import java.nio.charset.StandardCharsets;

/// Cursor over the numbers and texts of a packed head; the counterpart of [PackedWriter].
///
/// Numbers are written in groups of seven bits, the lowest first. A text begins with a number whose two lowest bits
/// tell its form and whose others are
///
/// - the length of a [#LITERAL], whose UTF-8 follows;
/// - the number of a [#SYMBOL];
/// - where a [#PIECE] of the text at the origin begins, counted from there; its length follows.
final class PackedText {
    static final int LITERAL = 0;
    static final int SYMBOL = 1;
    static final int PIECE = 2;
    static final int FORM_BITS = 2;

    private static final int FORM = (1 << FORM_BITS) - 1;

    private final String[] symbols;
    private final byte[] bytes;
    private final int origin;
    private int position;

    PackedText(String[] symbols, byte[] bytes, int origin, int position) {
        this.symbols = symbols;
        this.bytes = bytes;
        this.origin = origin;
        this.position = position;
    }

    int position() {
        return position;
    }

    void skip(int count) {
        position += count;
    }

    int takeNumber() {
        byte first = bytes[position++];
        return first >= 0 ? first : takeMore(first & 0x7f);
    }

    private int takeMore(int lowest) {
        int number = lowest;
        for (int shift = 7; ; shift += 7) {
            byte next = bytes[position++];
            number |= (next & 0x7f) << shift;
            if (next >= 0) {
                return number;
            }
        }
    }

    String takeText() {
        int first = takeNumber();
        if (isSymbol(first)) {
            return symbols[first >>> FORM_BITS];
        }
        int from = from(first);
        int length = takeLength(first);
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    void skipText() {
        int first = takeNumber();
        if (!isSymbol(first)) {
            takeLength(first);
        }
    }

    /// Reads a text. Returns whether it is this one.
    boolean takeTextAndCompare(String text) {
        int first = takeNumber();
        if (isSymbol(first)) {
            return symbols[first >>> FORM_BITS].equals(text);
        }
        int from = from(first);
        int length = takeLength(first);
        return equal(text, bytes, from, from + length);
    }

    private static boolean isSymbol(int first) {
        return (first & FORM) == SYMBOL;
    }

    /// Start of a text's characters, after its first number was read.
    private int from(int first) {
        return (first & FORM) == PIECE ? origin + (first >>> FORM_BITS) : position;
    }

    /// Reads the rest of a text that is not a symbol. Returns the length of its characters in bytes.
    private int takeLength(int first) {
        if ((first & FORM) == PIECE) {
            return takeNumber();
        }
        int length = first >>> FORM_BITS;
        position += length;
        return length;
    }

    static boolean equal(String text, byte[] utf8, int from, int to) {
        int length = text.length();
        if (length > to - from) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte b = utf8[from + i];
            if (b < 0) {
                return text.equals(new String(utf8, from, to - from, StandardCharsets.UTF_8));
            }
            if (text.charAt(i) != b) {
                return false;
            }
        }
        return length == to - from;
    }
}
