package io.livekube.hub.search;

import java.util.Arrays;

/// Numbers the distinct labels as pairs of words; each word is stored once.
///
/// An application's name is the value of several keys, and one key has many values.
final class LabelDictionary {
    private final TextDictionary words = new TextDictionary(TextArena.NO_SECOND_START);
    private final IntHashTable numbers = new IntHashTable();
    private int[] keys = {};
    private int[] values = {};
    private int size;

    /// The number of a label.
    int number(String key, String value) {
        return number(words.number(key), words.number(value));
    }

    private int number(int key, int value) {
        int known = numbers.find(hash(key, value), i -> keys[i] == key && values[i] == value);
        if (known >= 0) {
            return known;
        }
        keys = GrowableArrays.fit(keys, size + 1);
        values = GrowableArrays.fit(values, size + 1);
        keys[size] = key;
        values[size] = value;
        numbers.add(size++, i -> hash(keys[i], values[i]));
        return size - 1;
    }

    private static int hash(int key, int value) {
        return 31 * key + value * 0x3779_fb9b;
    }

    /// Copies a label that this dictionary lacks from another one.
    ///
    /// @param wordTo new numbers of the words copied so far; -1 for the others
    int copyFrom(LabelDictionary other, int number, int[] wordTo) {
        return number(word(other, other.keys[number], wordTo), word(other, other.values[number], wordTo));
    }

    private int word(LabelDictionary other, int word, int[] wordTo) {
        if (wordTo[word] < 0) {
            wordTo[word] = words.copyFrom(other.words, word);
        }
        return wordTo[word];
    }

    /// The labels that match a pattern: in key or value, or as `key=value` where that makes a difference.
    TextMatches matching(TextPattern pattern) {
        TextMatches inWord = words.matching(pattern);
        boolean part = pattern.isPart();
        boolean asPairs = !part || pattern.hasByte((byte) '=');
        byte[] room = new byte[asPairs ? TextArena.PAIR : 0];
        return new TextMatches(
                size,
                label -> inWord.is(values[label])
                        || (part && inWord.is(keys[label]))
                        || (asPairs && words.matchesPair(pattern, keys[label], values[label], room)));
    }

    int size() {
        return size;
    }

    int words() {
        return words.size();
    }

    long bytes() {
        return words.bytes() + numbers.bytes() + 4L * (keys.length + values.length);
    }

    void trim() {
        words.trim();
        keys = Arrays.copyOf(keys, size);
        values = Arrays.copyOf(values, size);
    }
}
