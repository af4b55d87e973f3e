package io.livekube.hub.search;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Answers searches over all clusters, for any number of threads.
///
/// A search sees what the mirrors held when it began: what is missing of that is put in first, within
/// [#PATIENCE]. What takes longer (a cluster that has just come) is named as unfinished.
public final class Search {
    /// The most hits that can be asked for.
    public static final int MOST_HITS = 200;

    private static final Duration PATIENCE = Duration.ofMillis(10);
    private static final int FEW = 2_000;

    private final SearchIndex index;
    private final LongSupplier nanoTime;

    /// @param nanoTime as [System#nanoTime]
    public Search(SearchIndex index, LongSupplier nanoTime) {
        this.index = index;
        this.nanoTime = nanoTime;
    }

    public SearchIndex index() {
        return index;
    }

    /// Finds what a query means in some clusters.
    ///
    /// @param limit how many hits are given, the best
    public Found find(Query query, Predicate<String> clusters, int limit) {
        if (limit < 1 || limit > MOST_HITS) {
            throw new IllegalArgumentException("between 1 and %d hits, not %d".formatted(MOST_HITS, limit));
        }
        List<KindIndex> meant = index.present().stream()
                .filter(kind -> clusters.test(kind.cluster())
                        && query.meansCluster(kind.cluster())
                        && query.meansKind(kind.names().names()))
                .toList();
        long until = nanoTime.getAsLong() + PATIENCE.toNanos();
        Set<KindIndex> behind = index.catchUp(meant, nanoTime, until, FEW);
        var top = new TopHits(limit);
        meant.forEach(kind -> kind.look(contents -> Scan.run(contents, query, top)));
        return new Found(
                top.best(), top.total(), behind.stream().map(KindIndex::cluster).collect(Collectors.toSet()));
    }
}
