package io.livekube.hub.search;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// Short lower-case texts, stored one after another in one array and numbered in order.
///
/// Each ends with a zero byte, so that one pass over the array searches all of them and never matches across
/// two.
final class TextArena {
    /// For texts without a separator: only the beginning counts as a start.
    static final byte NO_SECOND_START = 0;

    private byte[] bytes = {};
    private int[] starts = {0};

    /// The [LetterPairs] of each text.
    private int[] pairs = {};

    private int size;

    /// Normalizes a text: lower case, truncated to a length that no query reaches.
    static byte[] fold(String text) {
        byte[] folded = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return folded.length <= LONGEST ? folded : Arrays.copyOf(folded, LONGEST);
    }

    static final int LONGEST = 300;

    /// Room for two texts and a byte between them.
    static final int PAIR = 2 * LONGEST + 1;

    int size() {
        return size;
    }

    int add(byte[] source, int from, int to) {
        int start = starts[size];
        int end = start + to - from;
        bytes = GrowableArrays.fit(bytes, end + 1);
        System.arraycopy(source, from, bytes, start, to - from);
        bytes[end] = 0;
        starts = GrowableArrays.fit(starts, size + 2);
        starts[size + 1] = end + 1;
        pairs = GrowableArrays.fit(pairs, size + 1);
        pairs[size] = LetterPairs.of(bytes, start, end);
        return size++;
    }

    /// Copies a text from another arena.
    int addFrom(TextArena other, int entry) {
        return add(other.bytes, other.starts[entry], other.end(entry));
    }

    boolean holds(int entry, byte[] text) {
        return Arrays.equals(bytes, starts[entry], end(entry), text, 0, text.length);
    }

    int hash(int entry) {
        return hash(bytes, starts[entry], end(entry));
    }

    static int hash(byte[] bytes, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash ^ (hash >>> 15);
    }

    /// Whether a pattern may match a text, judging by its letter pairs.
    boolean mayMatch(TextPattern pattern, int entry) {
        return pattern.mayMatch(pairs[entry]);
    }

    boolean matches(TextPattern pattern, int entry) {
        return mayMatch(pattern, entry) && pattern.matches(bytes, starts[entry], end(entry));
    }

    /// Whether a pattern matches a text; a pattern anchored at the beginning also matches after the last
    /// occurrence of a separator byte.
    boolean matches(TextPattern pattern, int entry, byte secondStart) {
        if (matches(pattern, entry)) {
            return true;
        }
        return secondStart != NO_SECOND_START
                && pattern.fromStart()
                && pattern.matches(bytes, behindLast(secondStart, entry), end(entry));
    }

    /// Marks the texts in a range in which a pattern is found.
    void find(TextPattern pattern, int from, int to, SlotBatch selection) {
        byte[] needle = pattern.needle();
        int behind = starts[to];
        int at = starts[from];
        for (int entry = from; entry < to; entry++) {
            at = ByteSearch.indexOf(bytes, at, behind, needle);
            if (at < 0) {
                return;
            }
            entry = entryAt(at, entry);
            boolean found = pattern.isPart()
                    ? at + needle.length <= end(entry)
                    : pattern.matches(bytes, starts[entry], end(entry));
            if (found) {
                selection.mark(entry);
            }
            at = starts[entry + 1];
        }
    }

    /// How well a pattern matches a text.
    byte quality(TextPattern pattern, int entry) {
        return mayMatch(pattern, entry) ? pattern.quality(bytes, starts[entry], end(entry)) : TextPattern.NO_MATCH;
    }

    /// Upper bound on how well a pattern can match a text; reads at most its first letters.
    byte qualityAtMost(TextPattern pattern, int entry) {
        byte atMost = pattern.qualityAtMost(pairs[entry]);
        return atMost <= TextPattern.WORD ? atMost : pattern.qualityAtMost(bytes, starts[entry], end(entry));
    }

    /// The position after the last occurrence of a byte in a text; its beginning if there is none.
    private int behindLast(byte wanted, int entry) {
        int at = end(entry);
        while (at > starts[entry] && bytes[at - 1] != wanted) {
            at--;
        }
        return at;
    }

    /// Whether a pattern matches two texts with `=` between them.
    ///
    /// @param room scratch space of [#PAIR] bytes
    boolean matchesPair(TextPattern pattern, int first, int second, byte[] room) {
        int length = end(first) - starts[first];
        int more = end(second) - starts[second];
        System.arraycopy(bytes, starts[first], room, 0, length);
        room[length] = '=';
        System.arraycopy(bytes, starts[second], room, length + 1, more);
        return pattern.matches(room, 0, length + 1 + more);
    }

    /// The text that contains a position, searched in growing steps from a text that is not after it.
    private int entryAt(int place, int from) {
        int low = from;
        int step = 1;
        int high = from + 1;
        while (high < size && starts[high] <= place) {
            low = high;
            high += step;
            step <<= 1;
        }
        high = Math.min(high, size);
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= place) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int end(int entry) {
        return starts[entry + 1] - 1;
    }

    /// Size in memory.
    long bytes() {
        return (long) bytes.length + 4L * (starts.length + pairs.length);
    }

    /// Releases spare capacity.
    void trim() {
        bytes = Arrays.copyOf(bytes, starts[size]);
        starts = Arrays.copyOf(starts, size + 1);
        pairs = Arrays.copyOf(pairs, size);
    }
}
