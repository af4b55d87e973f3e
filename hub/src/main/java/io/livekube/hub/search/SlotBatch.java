package io.livekube.hub.search;

import java.util.Arrays;

/// A run of adjacent slots, narrowed down term by term. Reusable; not thread-safe.
///
/// Short enough that its columns stay in the processor's cache from one term to the next. Adjacent slots are
/// similar, because objects are ordered by key: often the first term rules out all of them.
final class SlotBatch {
    static final int MOST = 256;

    private final int[] slots = new int[MOST];

    /// For each slot, the terms that depend on its name, one bit each.
    private final int[] open = new int[MOST];

    private int openForSome;
    private int openForAll;
    private final boolean[] found = new boolean[MOST];
    private int base;
    private int size;

    /// Restarts with the used slots from a position onward.
    void restart(IndexColumns columns, int from) {
        base = from;
        size = 0;
        openForSome = 0;
        openForAll = 0;
        int to = Math.min(columns.slots(), from + MOST);
        for (int slot = from; slot < to; slot++) {
            slots[size] = slot;
            open[size] = 0;
            size += columns.isGone(slot) ? 0 : 1;
        }
    }

    int size() {
        return size;
    }

    int slot(int i) {
        return slots[i];
    }

    /// Whether a term depends on any name.
    boolean isOpen(int term) {
        return ((openForSome | openForAll) & term) != 0;
    }

    /// Whether a term depends on a slot's name.
    boolean isOpen(int i, int term) {
        return ((open[i] | openForAll) & term) != 0;
    }

    /// Makes a term depend on the names of all slots.
    void openAll(int term) {
        openForAll |= term;
    }

    /// Keeps a slot, after those kept before it.
    ///
    /// @param more terms that also depend on its name
    void move(int i, int to, int more) {
        slots[to] = slots[i];
        open[to] = open[i] | more;
        openForSome |= more;
    }

    /// Drops the slots after those that were kept.
    void cut(int kept) {
        size = kept;
    }

    /// Marks a slot whose name matches.
    void mark(int slot) {
        found[slot - base] = true;
    }

    boolean isMarked(int slot) {
        return found[slot - base];
    }

    /// Clears all marks.
    void clearMarks() {
        Arrays.fill(found, false);
    }
}
