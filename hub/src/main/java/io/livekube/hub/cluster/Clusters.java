package io.livekube.hub.cluster;

import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.settings.ClusterSettings;
import io.livekube.hub.settings.SettingsChange;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Bounded registry of the clusters whose agents have contacted the hub. Thread-safe.
public final class Clusters {
    private static final Logger LOG = LoggerFactory.getLogger("io.livekube.hub.cluster");

    private final int max;
    private final int waitingPerCluster;
    private final IngestConfig ingest;
    private final SnapshotSlots slots;
    private final ControlConfig control;
    private final ClusterSettings settings;
    private final String instance;
    private final HubObserver observer;
    private final InstantSource clock;
    private final Map<String, Cluster> clusters = new ConcurrentHashMap<>();
    private final Set<String> removed = new HashSet<>();
    private long registered;

    /// @param max maximum number of registered clusters
    /// @param waitingPerCluster see [IngestExecutorConfig]
    /// @param settings sync settings of each cluster
    /// @param instance distinguishes this hub's task ids from those of earlier hubs
    public Clusters(
            int max,
            int waitingPerCluster,
            IngestConfig ingest,
            SnapshotSlots slots,
            ControlConfig control,
            ClusterSettings settings,
            String instance,
            HubObserver observer,
            InstantSource clock) {
        this.max = max;
        this.waitingPerCluster = waitingPerCluster;
        this.ingest = ingest;
        this.slots = slots;
        this.control = control;
        this.settings = settings;
        this.instance = instance;
        this.observer = observer;
        this.clock = clock;
    }

    public Optional<Cluster> find(String id) {
        return Optional.ofNullable(clusters.get(id));
    }

    /// Finds a cluster, or registers it if it is new; empty if the limit is reached.
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
            Cluster cluster = new Cluster(
                    new Ingest(ingest, new ClusterMirror(id), slots),
                    waitingPerCluster,
                    control,
                    settings.of(id),
                    "%s.%d".formatted(instance, ++registered), // a cluster that returns gets new task ids
                    observer,
                    clock);
            if (removed.remove(id)) {
                cluster.contactedAfterRemoval();
            }
            return cluster;
        }));
    }

    /// Whether a cluster is registered or has explicit settings.
    public boolean knows(String id) {
        return clusters.containsKey(id) || settings.has(id);
    }

    /// Settings of a cluster, registered or not.
    public SyncSettings settings(String id) {
        return settings.of(id);
    }

    /// Changes the settings of a cluster, registered or not.
    ///
    /// @param by the requester, for example "by a reader from 127.0.0.1"
    /// @throws IOException if they can't be saved; in that case nothing is changed
    public synchronized SyncSettings set(String id, SettingsChange change, String by) throws IOException {
        SyncSettings next = settings.change(id, change);
        find(id).ifPresent(cluster -> cluster.set(next, by));
        return next;
    }

    /// Removes a cluster and its settings. If its agent contacts the hub again, it registers as a new cluster.
    ///
    /// @return false if the cluster was unknown
    /// @throws IOException if the change can't be saved; in that case nothing is removed
    public synchronized boolean remove(String id) throws IOException {
        boolean set = settings.has(id);
        settings.forget(id);
        Cluster gone = clusters.remove(id);
        if (gone != null) {
            removed.add(id);
            gone.removed();
            slots.release(id);
            observer.removed(id);
            LOG.info("{}: removed", id);
        }
        return gone != null || set;
    }

    /// Turns off clusters without readers. A failure in one cluster does not affect the others.
    public void turnOffIdle() {
        for (Cluster cluster : clusters.values()) {
            try {
                cluster.turnOffIfIdle();
            } catch (RuntimeException e) {
                LOG.error("{}: idle check failed; this is a bug", cluster.id(), e);
            }
        }
    }

    /// All clusters, sorted by name.
    public List<Cluster> all() {
        return clusters.values().stream()
                .sorted(Comparator.comparing(Cluster::id))
                .toList();
    }
}
