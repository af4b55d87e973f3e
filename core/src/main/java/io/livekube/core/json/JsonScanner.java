package io.livekube.core.json;

import java.nio.charset.StandardCharsets;

/// Cursor over JSON bytes that steps from value to value, checking the grammar without building a tree.
///
/// Of numbers, only the character set is checked; everything else that is not valid JSON, including invalid
/// UTF-8, throws. Callers read the values that they need and skip the others.
public final class JsonScanner {
    /// Deeper than any real Kubernetes object; protects against malicious input.
    public static final int MAX_DEPTH = 512;

    private byte[] bytes;
    private int end;
    private int position;

    public JsonScanner(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    public void reset(byte[] newBytes, int from, int to) {
        bytes = newBytes;
        position = from;
        end = to;
    }

    public int position() {
        return position;
    }

    /// The next byte that is not white space, without consuming it; 0 at the end.
    public byte peek() {
        int p = position;
        if (p < end && bytes[p] > ' ') {
            return bytes[p]; // almost always: API servers write no spaces
        }
        while (p < end && isSpace(bytes[p])) {
            p++;
        }
        position = p;
        return p < end ? bytes[p] : 0;
    }

    /// Consumes `expected`, which must come next.
    public void take(char expected) throws MalformedJsonException {
        if (peek() != expected) {
            throw unexpected("'" + expected + "'");
        }
        position++;
    }

    /// Consumes the next byte if it is `wanted`.
    public boolean takeIf(char wanted) {
        if (peek() == wanted) {
            position++;
            return true;
        }
        return false;
    }

    public boolean atEnd() {
        return peek() == 0 && position >= end;
    }

    /// Skips one value of any type.
    public void skipValue() throws MalformedJsonException {
        skipValue(0);
    }

    private void skipValue(int depth) throws MalformedJsonException {
        switch (peek()) {
            case '"' -> skipString();
            case '{' -> skipObject(depth + 1);
            case '[' -> skipArray(depth + 1);
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> skipNumber();
            default -> throw unexpected("a value");
        }
    }

    private void skipObject(int depth) throws MalformedJsonException {
        checkDepth(depth);
        position++;
        if (takeIf('}')) {
            return;
        }
        do {
            if (peek() != '"') {
                throw unexpected("a field name");
            }
            skipString();
            take(':');
            skipValue(depth);
        } while (takeIf(','));
        take('}');
    }

    private void skipArray(int depth) throws MalformedJsonException {
        checkDepth(depth);
        position++;
        if (takeIf(']')) {
            return;
        }
        do {
            skipValue(depth);
        } while (takeIf(','));
        take(']');
    }

    private void checkDepth(int depth) throws MalformedJsonException {
        if (depth > MAX_DEPTH) {
            throw new MalformedJsonException("nested deeper than " + MAX_DEPTH + " levels at byte " + position);
        }
    }

    private void skipNumber() {
        int p = position + 1;
        while (p < end && isNumberPart(bytes[p])) {
            p++;
        }
        position = p;
    }

    private void word(String word) throws MalformedJsonException {
        int length = word.length();
        if (end - position < length) {
            throw unexpected(word);
        }
        for (int i = 0; i < length; i++) {
            if (bytes[position + i] != word.charAt(i)) {
                throw unexpected(word);
            }
        }
        position += length;
    }

    /// Skips a string; the cursor is at its opening quote.
    public void skipString() throws MalformedJsonException {
        int start = position;
        int p = start + 1;
        boolean ascii = true;
        while (true) {
            p = SwarBytes.special(bytes, p, end);
            if (p >= end) {
                position = end;
                throw unexpected("the end of a string");
            }
            byte b = bytes[p];
            if (b == '"') {
                break;
            } else if (b == '\\') {
                p++;
                checkEscape(p);
            } else if (b < 0) {
                ascii = false;
            } else {
                position = p;
                throw unexpected("a character of a string");
            }
            p++;
        }
        position = p + 1;
        if (!ascii) {
            SwarBytes.checkUtf8(bytes, start + 1, p);
        }
    }

    private void checkEscape(int at) throws MalformedJsonException {
        if (at >= end) {
            position = end;
            throw unexpected("an escaped character");
        }
        switch (bytes[at]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {}
            case 'u' -> {
                for (int i = at + 1; i <= at + 4; i++) {
                    if (i >= end || Character.digit(bytes[i], 16) < 0) {
                        position = Math.min(i, end);
                        throw unexpected("a hexadecimal digit");
                    }
                }
            }
            default -> {
                position = at;
                throw unexpected("an escaped character");
            }
        }
    }

    /// Reads the string that comes next.
    public String readString() throws MalformedJsonException {
        if (peek() != '"') {
            throw unexpected("a string");
        }
        int start = position + 1;
        skipString();
        return text(start, position - 1);
    }

    /// The text of a string whose content is between `from` and `to`, with escapes resolved.
    private String text(int from, int to) throws MalformedJsonException {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\') {
                return unescaped(from, to);
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private String unescaped(int from, int to) {
        String raw = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        var text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escape = raw.charAt(++i);
            switch (escape) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
                    i += 4;
                }
                default -> text.append(escape);
            }
        }
        return text.toString();
    }

    /// An exception for input other than `expected`.
    public MalformedJsonException unexpected(String expected) {
        String found = position >= end ? "the input ended" : "found '" + printable(bytes[position]) + "'";
        return new MalformedJsonException("expected " + expected + " at byte " + position + ", but " + found);
    }

    private static String printable(byte b) {
        return b >= 0x20 && b < 0x7f ? String.valueOf((char) b) : "0x%02x".formatted(b & 0xff);
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static boolean isNumberPart(byte b) {
        return (b >= '0' && b <= '9') || b == '.' || b == 'e' || b == 'E' || b == '+' || b == '-';
    }
}
