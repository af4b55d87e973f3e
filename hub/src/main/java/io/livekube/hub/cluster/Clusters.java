package io.livekube.hub.cluster;

import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.mirror.ClusterMirror;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The clusters that have been in contact, a bounded number of them; for any number of threads.
public final class Clusters {
    private static final Logger LOG = LoggerFactory.getLogger("io.livekube.hub.cluster");

    private final int max;
    private final int waitingPerCluster;
    private final IngestConfig ingest;
    private final SnapshotSlots slots;
    private final Map<String, Cluster> clusters = new ConcurrentHashMap<>();

    /// None yet.
    ///
    /// @param max how many there may be
    /// @param waitingPerCluster see [ReceptionConfig]
    public Clusters(int max, int waitingPerCluster, IngestConfig ingest, SnapshotSlots slots) {
        this.max = max;
        this.waitingPerCluster = waitingPerCluster;
        this.ingest = ingest;
        this.slots = slots;
    }

    public Optional<Cluster> find(String id) {
        return Optional.ofNullable(clusters.get(id));
    }

    /// The cluster of that name, from now on registered; empty if there are too many.
    public Optional<Cluster> register(String id) {
        Cluster known = clusters.get(id);
        return known != null ? Optional.of(known) : add(id);
    }

    private synchronized Optional<Cluster> add(String id) {
        if (!clusters.containsKey(id) && clusters.size() >= max) {
            return Optional.empty();
        }
        return Optional.of(clusters.computeIfAbsent(id, _ -> {
            LOG.info("{}: registered", id);
            return new Cluster(new Ingest(ingest, new ClusterMirror(id), slots), waitingPerCluster);
        }));
    }

    /// All, in the order of their names.
    public List<Cluster> all() {
        return clusters.values().stream()
                .sorted(Comparator.comparing(Cluster::id))
                .toList();
    }
}
