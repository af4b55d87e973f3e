package io.livekube.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.json.SwarBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Symbol table of a kind: texts that its objects repeat (label keys, nodes, phases), each under a small number.
///
/// A text gets a number at its fourth recent occurrence, and keeps it for good, because packed heads refer to
/// it. So the table only grows, up to [#MAX] texts; later ones are written out in each object, which only
/// takes more memory. Only ASCII texts of moderate length have numbers.
///
/// One thread at a time assigns numbers; any thread may read the text of a number that it found in an object.
final class Symbols {
    static final int MAX = 1 << 12;
    static final int NONE = -1;

    private static final int LONGEST = 256;
    private static final int PLACES = 1 << 11;
    private static final int ENOUGH = 4;
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private volatile String[] texts = new String[64];
    private int size;
    /// Numbers plus one, by hash, the next free place taken if it is occupied; never more than half full.
    private short[] places = new short[128];
    /// Texts without a number yet: hash of the last text per slot, with its count in the lowest bits.
    private final int[] met = new int[PLACES];

    /// The number of an ASCII text, assigned now if the text has occurred often enough; otherwise [#NONE].
    int numberOf(byte[] text, int from, int to) {
        if (to - from > LONGEST) {
            return NONE;
        }
        long hash = XXH3.hashBytesToLong(text, from, to - from);
        int place = (int) hash & (places.length - 1);
        while (places[place] != 0) {
            int number = places[place] - 1;
            if (PackedText.equal(texts[number], text, from, to)) {
                return number;
            }
            place = (place + 1) & (places.length - 1);
        }
        return size < MAX && metEnough(hash) && SwarBytes.isAscii(text, from, to) ? add(text, from, to) : NONE;
    }

    /// The texts by number, including at least all numbers that occur in objects visible to the caller.
    String[] texts() {
        return texts;
    }

    private boolean metEnough(long hash) {
        int place = (int) hash & (PLACES - 1);
        int rest = (int) (hash >>> 32) & -ENOUGH;
        int times = (met[place] & -ENOUGH) == rest ? met[place] & (ENOUGH - 1) : 0;
        met[place] = rest | Math.min(times + 1, ENOUGH - 1);
        return times == ENOUGH - 1;
    }

    private int add(byte[] text, int from, int to) {
        String[] known = texts;
        if (size == known.length) {
            known = Arrays.copyOf(known, size * 2);
        }
        known[size] = new String(text, from, to - from, StandardCharsets.US_ASCII);
        texts = known;
        int number = size++;
        if (size * 2 > places.length) {
            places = new short[places.length * 2];
            for (int i = 0; i < size; i++) {
                byte[] bytes = known[i].getBytes(StandardCharsets.US_ASCII);
                place(i, XXH3.hashBytesToLong(bytes));
            }
        } else {
            place(number, XXH3.hashBytesToLong(text, from, to - from));
        }
        return number;
    }

    private void place(int number, long hash) {
        int place = (int) hash & (places.length - 1);
        while (places[place] != 0) {
            place = (place + 1) & (places.length - 1);
        }
        places[place] = (short) (number + 1);
    }
}
