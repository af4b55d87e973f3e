package io.livekube.hub.search;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
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

    private static final int WORTH_HELP = 50_000;
    private static final int MOST_HELPERS = 3;

    private final SearchIndex index;
    private final LongSupplier nanoTime;
    private final InstantSource clock;
    private final Helpers helpers;

    /// Who helps with a search that takes long.
    ///
    /// @param most how many at once
    /// @param worth for how many objects each: for fewer a thread takes longer to begin than it saves
    public record Helpers(Executor threads, int most, int worth) {
        /// As many as there are processors, in so far as a search gains by them.
        public static Helpers ofThisMachine() {
            return new Helpers(
                    Thread::startVirtualThread,
                    Math.min(MOST_HELPERS, Runtime.getRuntime().availableProcessors() - 1),
                    WORTH_HELP);
        }
    }

    /// @param nanoTime as [System#nanoTime]
    public Search(SearchIndex index, LongSupplier nanoTime, InstantSource clock, Helpers helpers) {
        this.index = index;
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.helpers = helpers;
    }

    public SearchIndex index() {
        return index;
    }

    /// Finds what a query means in some clusters: one thread, and helpers for many objects.
    ///
    /// @param limit how many hits are given, the best
    public SearchResult find(Query query, Predicate<String> clusters, int limit) throws InterruptedException {
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
        var scan = new ParallelScan(meant, query, limit, clock.instant().getEpochSecond());
        long objects =
                meant.stream().mapToLong(kind -> kind.mirror().store().size()).sum();
        for (long more = Math.min(helpers.most(), objects / helpers.worth()); more > 0; more--) {
            helpers.threads().execute(scan::help);
        }
        TopHits top = scan.finish();
        return new SearchResult(
                top.best(), top.total(), behind.stream().map(KindIndex::cluster).collect(Collectors.toSet()));
    }
}
