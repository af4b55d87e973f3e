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

/// Retains what pages are cut from, for the pages behind the first: the one paginator of Kubernetes lists and
/// rows.
///
/// Bounded by age, by number per key and in all, and by weight; the oldest is evicted first. For any number of
/// threads.
///
/// @param <K> what is listed
/// @param <V> its content, which shares its objects with the mirror
public final class PageRetention<K, V> {
    private final Limits limits;
    private final Map<K, Deque<Retained<V>>> byKey = new HashMap<>();
    private int count;
    private long weight;

    /// Bounds of a retention.
    ///
    /// @param keep how long something is retained
    /// @param perKey how many there may be of one key
    /// @param count how many there may be
    /// @param weight of all together
    public record Limits(Duration keep, int perKey, int count, long weight) {}

    /// Something that is retained.
    public static final class Retained<V> {
        private final V content;
        private final long weight;
        private final Instant at;

        /// @param weight beyond what the mirror holds anyway; 0 if it counts by number only
        private Retained(V content, long weight, Instant at) {
            this.content = content;
            this.weight = weight;
            this.at = at;
        }

        public V content() {
            return content;
        }

        /// Since when it is retained.
        public Instant at() {
            return at;
        }
    }

    public PageRetention(Limits limits) {
        this.limits = limits;
    }

    /// Retains something from now on.
    ///
    /// @param same which earlier content of the key it replaces
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

    /// The oldest content of a key that is wanted.
    public synchronized Optional<Retained<V>> find(K key, Predicate<V> wanted, Instant now) {
        expire(now);
        return byKey.getOrDefault(key, new ArrayDeque<>()).stream()
                .filter(one -> wanted.test(one.content()))
                .findFirst();
    }

    /// How many are retained.
    public synchronized int size() {
        return count;
    }

    /// Evicts what has been retained for long enough; also to be called from time to time, or it would stay
    /// until the next page is read.
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
