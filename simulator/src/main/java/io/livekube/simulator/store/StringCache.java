package io.livekube.simulator.store;

/// Deduplicates equal strings, best effort and in bounded memory; used by the store's writer only.
final class StringCache {
    private static final int SLOTS = 1 << 16;

    private final String[] slots = new String[SLOTS];

    String same(String s) {
        int hash = s.hashCode();
        int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        String known = slots[slot];
        if (s.equals(known)) {
            return known;
        }
        slots[slot] = s;
        return s;
    }
}
