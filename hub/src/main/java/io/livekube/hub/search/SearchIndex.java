package io.livekube.hub.search;

import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.view.ObjectViews;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Search index of every kind in every cluster.
///
/// It polls the mirrors: their kinds are kept up to date, and removed kinds are dropped immediately. It takes
/// less than 100 bytes per object and has no limit other than that of the mirrors.
public final class SearchIndex {
    private final Supplier<? extends Collection<ClusterMirror>> mirrors;
    private final ObjectViews views;
    private final Map<KindMirror, KindIndex> byKind = new ConcurrentHashMap<>();
    private volatile List<KindIndex> inOrder = List.of();

    /// @param mirrors mirrors of all current clusters
    public SearchIndex(Supplier<? extends Collection<ClusterMirror>> mirrors, ObjectViews views) {
        this.mirrors = mirrors;
        this.views = views;
    }

    /// Indexes of all current kinds, sorted by cluster and kind.
    synchronized List<KindIndex> present() {
        Set<KindMirror> there = new HashSet<>();
        boolean changed = false;
        for (ClusterMirror cluster : mirrors.get()) {
            for (KindMirror kind : cluster.kinds()) {
                there.add(kind);
                if (kind.synced() && !byKind.containsKey(kind)) {
                    byKind.put(kind, new KindIndex(cluster.id(), kind, views));
                    changed = true;
                }
            }
        }
        changed |= byKind.keySet().retainAll(there);
        if (changed) {
            inOrder = byKind.values().stream()
                    .sorted(Comparator.comparing(KindIndex::cluster)
                            .thenComparing(index -> index.mirror().resource().toString()))
                    .toList();
        }
        return inOrder;
    }

    /// Updates all kinds, as far as time allows.
    ///
    /// @param until when to stop, by `nanoTime`
    /// @return whether all are up to date
    public boolean catchUp(LongSupplier nanoTime, long until) {
        return catchUp(present(), nanoTime, until, Integer.MAX_VALUE).isEmpty();
    }

    /// Updates some of the kinds, as far as time allows.
    ///
    /// @param fromNothing kinds with more objects than this are skipped if they have never been up to date,
    /// since that may take long
    /// @return the kinds that still lack changes
    Set<KindIndex> catchUp(List<KindIndex> kinds, LongSupplier nanoTime, long until, int fromNothing) {
        Set<KindIndex> behind = new HashSet<>();
        for (KindIndex kind : kinds) {
            while (!kind.upToDate()) {
                long left = until - nanoTime.getAsLong();
                boolean tooMuch = !kind.complete() && kind.mirror().store().size() > fromNothing;
                if (left <= 0 || tooMuch || !kind.step(left)) {
                    behind.add(kind);
                    break;
                }
            }
        }
        return behind;
    }

    /// Number of indexed objects per cluster.
    public Map<String, Integer> objects() {
        return present().stream()
                .collect(Collectors.groupingBy(KindIndex::cluster, Collectors.summingInt(KindIndex::objects)));
    }

    /// Size in memory, excluding the objects.
    public long bytes() {
        return present().stream().mapToLong(KindIndex::bytes).sum();
    }
}
