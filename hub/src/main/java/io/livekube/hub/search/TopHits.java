package io.livekube.hub.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// The best hits of a scan and the count of all; among equals, those of the lower order win.
final class TopHits {
    private final int limit;
    private final PriorityQueue<Entry> worstFirst;
    private long total;
    private long bar = Long.MIN_VALUE;
    private long barOrder = Long.MIN_VALUE;

    private record Entry(long rank, long order, Hit hit) {}

    TopHits(int limit) {
        this.limit = limit;
        this.worstFirst = new PriorityQueue<>(
                limit + 1,
                Comparator.comparingLong(Entry::rank).thenComparing(Entry::order, Comparator.reverseOrder()));
    }

    void count(int found) {
        total += found;
    }

    /// Whether a hit would be among the best.
    boolean wants(int score, int created, long order) {
        long rank = rank(score, created);
        return rank > bar || (rank == bar && order < barOrder);
    }

    void add(Hit hit, long order) {
        add(new Entry(rank(hit.score(), hit.created()), order, hit));
    }

    private void add(Entry entry) {
        worstFirst.add(entry);
        if (worstFirst.size() > limit) {
            worstFirst.remove();
        }
        if (worstFirst.size() == limit) {
            bar = worstFirst.element().rank();
            barOrder = worstFirst.element().order();
        }
    }

    /// Merges the hits of another scan.
    void join(TopHits others) {
        total += others.total;
        others.worstFirst.forEach(this::add);
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
