package io.livekube.hub.search;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Searches all clusters. Thread-safe.
///
/// A search sees what the mirrors held when it began: changes that the index lacks are applied first, within
/// [#PATIENCE]. Clusters that need longer, such as one that has just connected, are reported as unfinished.
public final class Search {
    /// Maximum number of hits that a caller may request.
    public static final int MAX_HITS = 200;

    private static final Duration PATIENCE = Duration.ofMillis(10);
    private static final int FEW = 2_000;

    private static final int WORTH_HELP = 50_000;
    private static final int MOST_HELPERS = 3;

    private final SearchIndex index;
    private final LongSupplier nanoTime;
    private final InstantSource clock;
    private final Helpers helpers;

    /// Helper threads for large searches.
    ///
    /// @param most maximum number of helpers per search
    /// @param worth objects per helper: for fewer, starting a thread costs more than it saves
    public record Helpers(Executor threads, int most, int worth) {
        /// One per processor, up to the number that speeds up a search.
        public static Helpers ofThisMachine() {
            return new Helpers(
                    Thread::startVirtualThread,
                    Math.min(MOST_HELPERS, Runtime.getRuntime().availableProcessors() - 1),
                    WORTH_HELP);
        }
    }

    /// @param nanoTime such as [System#nanoTime]
    /// @param clock determines which problems count
    public Search(SearchIndex index, LongSupplier nanoTime, InstantSource clock, Helpers helpers) {
        this.index = index;
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.helpers = helpers;
    }

    public SearchIndex index() {
        return index;
    }

    /// Runs a query over some of the clusters, with helpers if there are many objects.
    ///
    /// @param limit maximum number of hits returned, the best ones
    public SearchResult find(Query query, Predicate<String> clusters, int limit) throws InterruptedException {
        if (limit < 1 || limit > MAX_HITS) {
            throw new IllegalArgumentException("limit must be between 1 and %d, got %d".formatted(MAX_HITS, limit));
        }
        List<KindIndex> meant = index.present().stream()
                .filter(kind -> clusters.test(kind.cluster())
                        && query.allowsCluster(kind.cluster())
                        && query.allowsKind(kind.names().names()))
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
