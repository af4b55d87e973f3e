package io.livekube.hub.search;

import java.util.Arrays;

/// Some neighbouring slots, and which of them are still meant. Reusable, for one thread.
///
/// Few enough that what is looked at of them stays in the processor's nearest memory from one term to the
/// next. Neighbours are alike, as objects come in the order of their keys: often the first term already
/// leaves none.
final class Selection {
    static final int MOST = 256;

    private final int[] slots = new int[MOST];
    private final boolean[] found = new boolean[MOST];
    private int base;
    private int size;

    /// Begins anew with the slots that are not empty, from one on.
    void restart(Columns columns, int from) {
        base = from;
        size = 0;
        int to = Math.min(columns.slots(), from + MOST);
        for (int slot = from; slot < to; slot++) {
            slots[size] = slot;
            size += columns.isGone(slot) ? 0 : 1;
        }
    }

    int size() {
        return size;
    }

    int slot(int i) {
        return slots[i];
    }

    /// Notes for a slot whether the present term is found.
    void note(int slot, boolean isFound) {
        found[slot - base] = isFound;
    }

    /// Notes that the present term is found nowhere yet.
    void noteNone() {
        Arrays.fill(found, false);
    }

    /// Leaves only slots for which the present term is found, or those for which it is not.
    void keep(boolean wanted) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            slots[kept] = slot;
            kept += found[slot - base] == wanted ? 1 : 0;
        }
        size = kept;
    }
}
