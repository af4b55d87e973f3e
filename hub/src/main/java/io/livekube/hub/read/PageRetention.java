package io.livekube.hub.read;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Retains the states that first pages were cut from, for the pages that follow; shared by Kubernetes lists and
/// rows.
///
/// Bounded by age, by number per key and in total, and by weight; the oldest entries are evicted first.
/// Thread-safe.
///
/// @param <K> identifies what is listed
/// @param <V> content, which shares its objects with the mirror
public final class PageRetention<K, V> {
    private final Limits limits;
    private final Map<K, Deque<Retained<V>>> byKey = new HashMap<>();
    private int count;
    private long weight;

    /// Bounds on retention.
    ///
    /// @param keep how long an entry is retained
    /// @param perKey maximum number of entries per key
    /// @param count maximum number of entries
    /// @param weight maximum total weight
    public record Limits(Duration keep, int perKey, int count, long weight) {}

    /// A retained entry.
    public static final class Retained<V> {
        private final V content;
        private final long weight;
        private final Instant at;

        /// @param weight memory in addition to what the mirror holds; 0 if only the number counts
        private Retained(V content, long weight, Instant at) {
            this.content = content;
            this.weight = weight;
            this.at = at;
        }

        public V content() {
            return content;
        }

        /// When retention started.
        public Instant at() {
            return at;
        }
    }

    public PageRetention(Limits limits) {
        this.limits = limits;
    }

    /// Retains an entry from now on.
    ///
    /// @param same selects the earlier entry of the key that this one replaces
    public synchronized void keep(K key, V content, long cost, Predicate<V> same, Instant now) {
        expire(now);
        Deque<Retained<V>> those = byKey.computeIfAbsent(key, _ -> new ArrayDeque<>());
        those.stream().filter(old -> same.test(old.content)).findFirst().ifPresent(old -> {
            those.remove(old);
            forget(old);
        });
        those.addLast(new Retained<>(content, cost, now));
        count++;
        weight += cost;
        while (those.size() > limits.perKey()) {
            forget(those.removeFirst());
        }
        while (count > limits.count()) {
            evictOldest(_ -> true);
        }
        while (weight > limits.weight()) {
            evictOldest(old -> old.weight > 0);
        }
    }

    /// Finds the oldest matching entry of a key.
    public synchronized Optional<Retained<V>> find(K key, Predicate<V> wanted, Instant now) {
        expire(now);
        return byKey.getOrDefault(key, new ArrayDeque<>()).stream()
                .filter(one -> wanted.test(one.content()))
                .findFirst();
    }

    /// Number of retained entries.
    public synchronized int size() {
        return count;
    }

    /// Evicts expired entries. Also called periodically, because they would otherwise stay until the next read.
    public synchronized void expire(Instant now) {
        Instant oldest = now.minus(limits.keep());
        byKey.values().removeIf(those -> {
            while (!those.isEmpty() && those.getFirst().at().isBefore(oldest)) {
                forget(those.removeFirst());
            }
            return those.isEmpty();
        });
    }

    private void evictOldest(Predicate<Retained<V>> which) {
        Retained<V> oldest = byKey.values().stream()
                .flatMap(Deque::stream)
                .filter(which)
                .min(Comparator.comparing(Retained::at))
                .orElseThrow();
        byKey.values().forEach(those -> those.removeIf(one -> one == oldest));
        forget(oldest);
    }

    private void forget(Retained<V> one) {
        count--;
        weight -= one.weight;
    }
}
