package io.livekube.hub.search;

import java.util.Arrays;

/// Some neighbouring slots, and which of them are still meant. Reusable, for one thread.
///
/// Few enough that what is looked at of them stays in the processor's nearest memory from one term to the
/// next. Neighbours are alike, as objects come in the order of their keys: often the first term already
/// leaves none.
final class SlotBatch {
    static final int MOST = 256;

    private final int[] slots = new int[MOST];

    /// For each of these slots the terms that its name decides on, a bit each.
    private final int[] open = new int[MOST];

    private int openForSome;
    private int openForAll;
    private final boolean[] found = new boolean[MOST];
    private int base;
    private int size;

    /// Begins anew with the slots that are not empty, from one on.
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

    /// Whether names may decide on a term at all.
    boolean isOpen(int term) {
        return ((openForSome | openForAll) & term) != 0;
    }

    /// Whether a slot's name decides on a term.
    boolean isOpen(int i, int term) {
        return ((open[i] | openForAll) & term) != 0;
    }

    /// Says that names decide on a term for all slots.
    void openAll(int term) {
        openForAll |= term;
    }

    /// Moves a slot forward to where those end that are kept.
    ///
    /// @param more terms that its name decides on, too
    void move(int i, int to, int more) {
        slots[to] = slots[i];
        open[to] = open[i] | more;
        openForSome |= more;
    }

    /// Forgets the slots behind those that are kept.
    void cut(int kept) {
        size = kept;
    }

    /// Notes that a name matches.
    void note(int slot) {
        found[slot - base] = true;
    }

    boolean isNoted(int slot) {
        return found[slot - base];
    }

    /// Forgets what was noted.
    void noteNone() {
        Arrays.fill(found, false);
    }
}
