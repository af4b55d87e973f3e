package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Cache of API server documents, bounded in bytes per cluster and in total; evicts the least recently used.
/// Caffeine supports only one limit per cache, so one cluster could evict the documents of all others.
final class DocumentCache {
    /// How long a document is kept for the time when the agent is unavailable.
    private static final Duration KEEP = Duration.ofHours(24);

    /// Compressed size of the documents of one cluster, and of all.
    private static final long CLUSTER_BYTES = 8L << 20;

    private static final long HELD_BYTES = 64L << 20;

    private final Map<Key, FetchedDocument> held = new LinkedHashMap<>(16, 0.75f, true);

    /// @param accept media type that was requested
    record Key(Cluster cluster, String path, String accept) {
        @Override
        public String toString() {
            return "%s of cluster %s".formatted(path, cluster.id());
        }
    }

    synchronized Optional<FetchedDocument> find(Key key) {
        return Optional.ofNullable(held.get(key));
    }

    synchronized void keep(Key key, FetchedDocument document) {
        held.put(key, document);
        makeRoom(one -> one.cluster().equals(key.cluster()), CLUSTER_BYTES);
        makeRoom(_ -> true, HELD_BYTES);
    }

    private void makeRoom(Predicate<Key> matches, long bytes) {
        long taken = held.entrySet().stream()
                .filter(entry -> matches.test(entry.getKey()))
                .mapToLong(entry -> entry.getValue().gzipped().length)
                .sum();
        Iterator<Map.Entry<Key, FetchedDocument>> oldest = held.entrySet().iterator();
        while (taken > bytes && oldest.hasNext()) {
            Map.Entry<Key, FetchedDocument> entry = oldest.next();
            if (matches.test(entry.getKey())) {
                taken -= entry.getValue().gzipped().length;
                oldest.remove();
            }
        }
    }

    synchronized void expire(Instant now) {
        held.values().removeIf(document -> document.asked().plus(KEEP).isBefore(now));
    }
}
