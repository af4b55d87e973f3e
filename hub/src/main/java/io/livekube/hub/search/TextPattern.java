package io.livekube.hub.search;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Lower-case search pattern, matched against UTF-8 bytes in place.
///
/// Without wildcards it matches anywhere in a text, unless it must match the complete text. With wildcards
/// (`*`) it must match the complete text.
public final class TextPattern {
    /// Quality of a match; higher is better.
    static final byte NO_MATCH = 0;

    static final byte INSIDE = 1;
    static final byte WORD = 2;
    static final byte PREFIX = 3;
    static final byte WHOLE = 4;

    private final byte[][] pieces;
    private final byte[] needle;
    private final boolean fromStart;
    private final boolean toEnd;

    /// [LetterPairs] of every text that matches, and of every text that begins with the pattern.
    private final int pairs;

    private final int firstPair;

    private TextPattern(List<String> pieces, boolean fromStart, boolean toEnd) {
        this.pieces = pieces.stream()
                .map(piece -> piece.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        byte[] longest = new byte[0];
        for (byte[] piece : this.pieces) {
            longest = piece.length > longest.length ? piece : longest;
        }
        this.needle = longest;
        this.fromStart = fromStart;
        this.toEnd = toEnd;
        this.firstPair = needle.length == 0 ? 0 : LetterPairs.first(this.pieces[0][0]);
        int every = fromStart ? firstPair : 0;
        for (byte[] piece : this.pieces) {
            every |= LetterPairs.inside(piece, 0, piece.length);
        }
        this.pairs = every;
    }

    /// A pattern that matches anywhere in a text.
    static TextPattern part(String text) {
        return new TextPattern(List.of(text), false, false);
    }

    /// A pattern for the complete text, with wildcards between the pieces.
    static TextPattern whole(List<String> pieces) {
        boolean fromStart = !pieces.getFirst().isEmpty();
        boolean toEnd = !pieces.getLast().isEmpty();
        List<String> filled = pieces.stream().filter(piece -> !piece.isEmpty()).toList();
        boolean empty = pieces.size() == 1;
        return new TextPattern(filled, fromStart || empty, toEnd || empty);
    }

    /// The longest piece: a text without it does not match.
    byte[] needle() {
        return needle;
    }

    /// Whether letter pairs can rule texts out.
    boolean hasPairs() {
        return pairs != 0;
    }

    /// Whether a text with the given [LetterPairs] may match.
    boolean mayMatch(int pairsOfText) {
        return (pairsOfText & pairs) == pairs;
    }

    /// Upper bound on the quality of a match in a text with the given [LetterPairs].
    byte qualityAtMost(int pairsOfText) {
        if (!mayMatch(pairsOfText)) {
            return NO_MATCH;
        }
        if (!isPart()) {
            return best();
        }
        return (pairsOfText & firstPair) == firstPair ? WHOLE : WORD;
    }

    boolean hasByte(byte wanted) {
        for (byte[] piece : pieces) {
            for (byte b : piece) {
                if (b == wanted) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Whether a match must be at the beginning of the text.
    boolean fromStart() {
        return fromStart;
    }

    boolean matches(String text) {
        byte[] bytes = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return matches(bytes, 0, bytes.length);
    }

    boolean matches(byte[] text, int from, int to) {
        return isPart() ? ByteSearch.indexOf(text, from, to, needle) >= 0 : everyPiece(text, from, to);
    }

    /// Quality of the match in a lower-case text.
    byte quality(byte[] text, int from, int to) {
        if (isPart()) {
            int at = ByteSearch.indexOf(text, from, to, needle);
            return at < 0 ? NO_MATCH : place(text, from, to, at);
        }
        if (!everyPiece(text, from, to)) {
            return NO_MATCH;
        }
        return best();
    }

    /// Quality of a match with wildcards, or of a complete text.
    private byte best() {
        if (!fromStart) {
            return INSIDE;
        }
        return toEnd && pieces.length <= 1 ? WHOLE : PREFIX;
    }

    /// Upper bound on the quality of a match in a lower-case text, judging by its beginning.
    byte qualityAtMost(byte[] text, int from, int to) {
        if (!isPart()) {
            return best();
        }
        int length = to - from;
        if (length < needle.length) {
            return NO_MATCH;
        }
        if (!ByteSearch.isAt(text, from, needle)) {
            return WORD;
        }
        return length == needle.length ? WHOLE : PREFIX;
    }

    private boolean everyPiece(byte[] text, int from, int to) {
        if (pieces.length == 0) {
            return !fromStart || from == to;
        }
        int at = from;
        int last = pieces.length - 1;
        for (int i = 0; i <= last; i++) {
            byte[] piece = pieces[i];
            int found;
            if (i == last && toEnd) {
                found = to - piece.length;
                if (found < at || (i == 0 && fromStart && found != from) || !ByteSearch.isAt(text, found, piece)) {
                    return false;
                }
            } else if (i == 0 && fromStart) {
                found = to - from >= piece.length && ByteSearch.isAt(text, from, piece) ? from : -1;
            } else {
                found = ByteSearch.indexOf(text, at, to, piece);
            }
            if (found < 0) {
                return false;
            }
            at = found + piece.length;
        }
        return true;
    }

    /// Whether the pattern matches anywhere in a text.
    boolean isPart() {
        return pieces.length == 1 && !fromStart && !toEnd;
    }

    /// Quality of a match whose first occurrence is known.
    byte place(byte[] text, int from, int to, int first) {
        if (first == from) {
            return to - from == needle.length ? WHOLE : PREFIX;
        }
        byte letter = needle[0];
        for (int at = first, last = to - needle.length; at <= last; at++) {
            if (text[at] == letter && !isLetter(text[at - 1]) && ByteSearch.isAt(text, at, needle)) {
                return WORD;
            }
        }
        return INSIDE;
    }

    /// A letter, a digit, or a byte of a non-ASCII character.
    private static boolean isLetter(byte b) {
        return b < 0 || (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9');
    }

    @Override
    public String toString() {
        String text = Arrays.stream(pieces)
                .map(piece -> new String(piece, StandardCharsets.UTF_8))
                .collect(Collectors.joining("*"));
        return (fromStart ? "" : "*") + text + (toEnd || pieces.length == 0 ? "" : "*");
    }
}
