package io.livekube.hub.search;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Many short texts in lower case, one behind the other in one array, numbered as they came.
///
/// A zero stands behind each, so that one pass over the array finds a text in all of them, and none across
/// two.
final class TextArena {
    /// No other part of a text counts as its beginning.
    static final byte NO_SECOND_START = 0;

    private byte[] bytes = {};
    private int[] starts = {0};
    private int size;

    /// As all texts are kept; cut after so many bytes that nobody types.
    static byte[] fold(String text) {
        byte[] folded = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return folded.length <= LONGEST ? folded : Arrays.copyOf(folded, LONGEST);
    }

    static final int LONGEST = 300;

    /// Room for two texts and one byte between them.
    static final int PAIR = 2 * LONGEST + 1;

    int size() {
        return size;
    }

    int add(byte[] source, int from, int to) {
        int start = starts[size];
        int end = start + to - from;
        bytes = Growing.fit(bytes, end + 1);
        System.arraycopy(source, from, bytes, start, to - from);
        bytes[end] = 0;
        starts = Growing.fit(starts, size + 2);
        starts[size + 1] = end + 1;
        return size++;
    }

    /// Adds a text of another arena.
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

    /// How well a pattern matches each text; null if it matches none.
    ///
    /// @param secondStart the last of these in a text ends what may also be left out before the match
    byte @Nullable [] match(TextPattern pattern, byte secondStart) {
        byte[] found = null;
        byte[] needle = pattern.needle();
        int entry = 0;
        int used = starts[size];
        for (int at = 0; entry < size; entry++) {
            at = ByteSearch.indexOf(bytes, at, used, needle);
            if (at < 0) {
                break;
            }
            entry = entryAt(at, entry);
            byte quality = quality(pattern, entry, at, secondStart);
            if (quality != TextPattern.NOWHERE) {
                if (found == null) {
                    found = new byte[size];
                }
                found[entry] = quality;
            }
            at = starts[entry + 1];
        }
        return found;
    }

    /// Notes in which of some neighbouring texts a pattern is found.
    void find(TextPattern pattern, int from, int to, Selection selection) {
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
                selection.note(entry, true);
            }
            at = starts[entry + 1];
        }
    }

    /// How well a pattern matches a text.
    byte quality(TextPattern pattern, int entry) {
        return pattern.quality(bytes, starts[entry], end(entry));
    }

    /// How well a pattern can match a text at most, by how that begins.
    byte qualityAtMost(TextPattern pattern, int entry) {
        return pattern.qualityAtMost(bytes, starts[entry], end(entry));
    }

    private byte quality(TextPattern pattern, int entry, int found, byte secondStart) {
        if (!pattern.isPart()) {
            return quality(pattern, entry, secondStart);
        }
        boolean across = found + pattern.needle().length > end(entry);
        return across ? TextPattern.NOWHERE : pattern.place(bytes, starts[entry], end(entry), found);
    }

    /// Whether a pattern matches two texts with `=` between them.
    ///
    /// @param room where they are put together, of [#PAIR] bytes
    boolean matchesPair(TextPattern pattern, int first, int second, byte[] room) {
        int length = end(first) - starts[first];
        int more = end(second) - starts[second];
        System.arraycopy(bytes, starts[first], room, 0, length);
        room[length] = '=';
        System.arraycopy(bytes, starts[second], room, length + 1, more);
        return pattern.matches(room, 0, length + 1 + more);
    }

    private byte quality(TextPattern pattern, int entry, byte secondStart) {
        int from = starts[entry];
        int to = end(entry);
        byte quality = pattern.quality(bytes, from, to);
        if (quality == TextPattern.NOWHERE && pattern.fromStart() && secondStart != NO_SECOND_START) {
            for (int i = to - 1; i >= from; i--) {
                if (bytes[i] == secondStart) {
                    return pattern.quality(bytes, i + 1, to);
                }
            }
        }
        return quality;
    }

    /// The text that a place belongs to, by ever larger steps from one that is not behind it.
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

    /// What it takes in memory.
    long bytes() {
        return (long) bytes.length + 4L * starts.length;
    }

    /// Lets go of what is spare.
    void trim() {
        bytes = Arrays.copyOf(bytes, starts[size]);
        starts = Arrays.copyOf(starts, size + 1);
    }
}
