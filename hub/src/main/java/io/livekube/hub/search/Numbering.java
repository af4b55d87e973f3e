package io.livekube.hub.search;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/// Finds numbers by the hash of what they stand for, in a table that is at most two thirds full.
final class Numbering {
    /// No hash: those are numbers of 32 bits.
    static final long FORGOTTEN = Long.MIN_VALUE;

    private static final int NONE = -1;

    private int[] table = {};
    private int size;

    /// The number with this hash for which `same` holds; -1 if there is none.
    int find(int hash, IntPredicate same) {
        if (table.length == 0) {
            return NONE;
        }
        int mask = table.length - 1;
        for (int i = spread(hash) & mask; table[i] != 0; i = (i + 1) & mask) {
            if (same.test(table[i] - 1)) {
                return table[i] - 1;
            }
        }
        return NONE;
    }

    /// Adds a number that is not there.
    ///
    /// @param hashOf the hash of any number that was added; [#FORGOTTEN] for one that nobody will look for
    void add(int number, IntToLongFunction hashOf) {
        if ((size + 1) * 3L > table.length * 2L) {
            int[] old = table;
            table = new int[Math.max(8, old.length * 2)];
            for (int entry : old) {
                long hash = entry == 0 ? FORGOTTEN : hashOf.applyAsLong(entry - 1);
                if (hash == FORGOTTEN) {
                    size -= entry == 0 ? 0 : 1;
                } else {
                    place(entry, (int) hash);
                }
            }
        }
        place(number + 1, (int) hashOf.applyAsLong(number));
        size++;
    }

    private void place(int entry, int hash) {
        int mask = table.length - 1;
        int i = spread(hash) & mask;
        while (table[i] != 0) {
            i = (i + 1) & mask;
        }
        table[i] = entry;
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9e37_79b9;
        return mixed ^ (mixed >>> 16);
    }

    long bytes() {
        return 4L * table.length;
    }
}
