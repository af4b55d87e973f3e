package io.livekube.hub.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// The best few of many hits, and how many there were; of equals those that came first.
final class TopHits {
    private final int limit;
    private final PriorityQueue<Entry> worstFirst;
    private long total;
    private int order;
    private long bar = Long.MIN_VALUE;

    private record Entry(long rank, int order, Hit hit) {}

    TopHits(int limit) {
        this.limit = limit;
        this.worstFirst = new PriorityQueue<>(
                limit + 1,
                Comparator.comparingLong(Entry::rank).thenComparing(Entry::order, Comparator.reverseOrder()));
    }

    /// Counts one; tells whether it is good enough to be offered.
    boolean counts(int score, int created) {
        total++;
        return rank(score, created) > bar;
    }

    void add(Hit hit) {
        worstFirst.add(new Entry(rank(hit.score(), hit.created()), order++, hit));
        if (worstFirst.size() > limit) {
            worstFirst.remove();
        }
        if (worstFirst.size() == limit) {
            bar = worstFirst.element().rank();
        }
    }

    private static long rank(int score, int created) {
        return (long) score << 32 | created;
    }

    long total() {
        return total;
    }

    List<Hit> best() {
        List<Hit> hits = new ArrayList<>();
        worstFirst.forEach(entry -> hits.add(entry.hit()));
        hits.sort(Hit.BEST_FIRST);
        return hits;
    }
}
