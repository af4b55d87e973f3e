package io.livekube.hub.search;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/// Open-addressing hash table of numbers, at most four fifths full; callers supply hashes and equality.
final class IntHashTable {
    /// Hash of a number that is no longer looked up; real hashes have 32 bits.
    static final long REMOVED = Long.MIN_VALUE;

    private static final int NONE = -1;
    private static final int LEAST = 8;

    private int[] table = {};
    private int size;

    /// Reserves capacity before the first number is added.
    void reserve(int numbers) {
        if (size == 0) {
            table = new int[Math.max(LEAST, numbers + numbers / 3)];
        }
    }

    /// Finds the number with this hash for which `same` holds; -1 if there is none.
    int find(int hash, IntPredicate same) {
        if (table.length == 0) {
            return NONE;
        }
        for (int i = home(hash); table[i] != 0; i = next(i)) {
            if (same.test(table[i] - 1)) {
                return table[i] - 1;
            }
        }
        return NONE;
    }

    /// Adds a number that is not in the table.
    ///
    /// @param hashOf hash of any number added; [#REMOVED] for one that is no longer looked up
    void add(int number, IntToLongFunction hashOf) {
        if ((size + 1) * 5L > table.length * 4L) {
            grow(hashOf);
        }
        place(number + 1, (int) hashOf.applyAsLong(number));
        size++;
    }

    private void grow(IntToLongFunction hashOf) {
        int[] old = table;
        table = new int[Math.max(LEAST, old.length + old.length / 2)];
        for (int entry : old) {
            long hash = entry == 0 ? REMOVED : hashOf.applyAsLong(entry - 1);
            if (hash != REMOVED) {
                place(entry, (int) hash);
            } else if (entry != 0) {
                size--;
            }
        }
    }

    private void place(int entry, int hash) {
        int i = home(hash);
        while (table[i] != 0) {
            i = next(i);
        }
        table[i] = entry;
    }

    /// Home position of a hash, taken from its upper bits so that the table can have any length.
    private int home(int hash) {
        int mixed = (hash ^ (hash >>> 16)) * 0x9e37_79b9;
        mixed ^= mixed >>> 15;
        return (int) ((((mixed * 0x85eb_ca6bL) & 0xffff_ffffL) * table.length) >>> 32);
    }

    private int next(int i) {
        return i + 1 == table.length ? 0 : i + 1;
    }

    long bytes() {
        return 4L * table.length;
    }
}
