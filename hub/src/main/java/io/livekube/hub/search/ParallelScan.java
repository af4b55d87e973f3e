package io.livekube.hub.search;

import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// One search's scan of many kinds, shared by several threads: each takes the next kind until none is left.
///
/// No thread waits for a helper that has not started. The result does not depend on which thread scanned which
/// kind.
final class ParallelScan {
    private final List<KindIndex> kinds;
    private final Query query;
    private final int limit;
    private final long now;
    private final int[] largestFirst;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch open;
    private final Queue<TopHits> parts = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /// @param kinds in the order that decides between equal hits
    /// @param limit maximum number of hits
    /// @param now time for which problems are evaluated, in seconds since the epoch
    ParallelScan(List<KindIndex> kinds, Query query, int limit, long now) {
        this.kinds = kinds;
        this.query = query;
        this.limit = limit;
        this.now = now;
        int[] sizes = kinds.stream() // read once: sizes may change, which would break the sort
                .mapToInt(kind -> kind.mirror().store().size())
                .toArray();
        this.largestFirst = IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> sizes[i]).reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        this.open = new CountDownLatch(kinds.size());
    }

    /// Scans kinds until none is left.
    void help() {
        int mine = next.getAndIncrement();
        if (mine >= largestFirst.length) {
            return;
        }
        var top = new TopHits(limit);
        var room = new SlotBatch();
        parts.add(top);
        for (; mine < largestFirst.length; mine = next.getAndIncrement()) {
            int order = largestFirst[mine];
            try {
                kinds.get(order).read(contents -> KindScan.run(contents, order, query, room, top, now));
            } catch (Throwable e) { // a result that lacks a kind must not look complete
                failures.add(e);
            } finally {
                open.countDown();
            }
        }
    }

    /// Scans the kinds that no helper has taken, and merges the hits of all threads.
    TopHits finish() throws InterruptedException {
        help();
        open.await();
        if (!failures.isEmpty()) {
            throw new IllegalStateException("a search for '%s' failed".formatted(query), failures.element());
        }
        var all = new TopHits(limit);
        parts.forEach(all::join);
        return all;
    }
}
