package io.livekube.core.queue;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Retries of each key since it was last forgotten. Beyond `limit` keys, the least recently retried one is
/// forgotten, so that memory is bounded even if callers never forget keys.
final class RetryCounts<K> {
    private final int limit;
    private final SequencedMap<K, Integer> counts = new LinkedHashMap<>();

    RetryCounts(int limit) {
        this.limit = limit;
    }

    int of(K key) {
        return counts.getOrDefault(key, 0);
    }

    void increment(K key) {
        int count = of(key);
        counts.putLast(key, count == Integer.MAX_VALUE ? count : count + 1);
        if (counts.size() > limit) {
            counts.pollFirstEntry();
        }
    }

    void forget(K key) {
        counts.remove(key);
    }
}
