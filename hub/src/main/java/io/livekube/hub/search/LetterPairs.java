package io.livekube.hub.search;

/// A 32-bit filter of the pairs of adjacent letters in a text, which rules out most texts without reading them.
///
/// Only the first letter and pairs with a vowel count. Nearly every pair of a word has a vowel; the random
/// suffixes of generated names have none, and would set most of the bits. Several pairs share a bit, so there
/// may be false positives but no false negatives.
final class LetterPairs {
    private static final int VOWELS = bits("aeiouy");
    private static final int BEFORE_ALL = 0;

    private LetterPairs() {}

    /// The pairs of a complete lower-case text.
    static int of(byte[] text, int from, int to) {
        return from == to ? 0 : inside(text, from, to) | first(text[from]);
    }

    /// The pairs of a lower-case text that may be part of another.
    static int inside(byte[] text, int from, int to) {
        int pairs = 0;
        for (int i = from + 1; i < to; i++) {
            if (isVowel(text[i - 1]) || isVowel(text[i])) {
                pairs |= bit(text[i - 1], text[i]);
            }
        }
        return pairs;
    }

    /// The bit of texts that begin with a letter.
    static int first(byte letter) {
        return bit(BEFORE_ALL, letter);
    }

    private static int bit(int left, int right) {
        int mixed = ((left & 0xff) * 0x2d + (right & 0xff)) * 0x9e37_79b9;
        return 1 << (mixed >>> 27);
    }

    private static boolean isVowel(byte b) {
        return b >= 'a' && b <= 'z' && ((VOWELS >>> (b - 'a')) & 1) != 0;
    }

    private static int bits(String letters) {
        return letters.chars().reduce(0, (bits, letter) -> bits | (1 << (letter - 'a')));
    }
}
