package io.livekube.hub.mirror;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import io.livekube.core.store.StoreFootprint;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.PastState;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// Mirror of one kind of one cluster: its objects, its change log, and its sync state.
///
/// Written by the cluster's ingest, one thread at a time; read by any thread.
public final class KindMirror {
    private static final Duration MEASURED_FOR = Duration.ofSeconds(30);

    /// Smaller kinds take little memory, however they are packed.
    private static final int WORTH_REPACKING = 2_000;

    private static final int GROWTH = 4;

    private record Measured(StoreFootprint footprint, Instant until) {}

    private final ObjectFormat format;
    private final Store store;
    private final ChangeLog log;
    private volatile Part.Kind kind;
    private volatile Part.Status status;
    private volatile boolean synced;
    private volatile boolean startsOver;
    private volatile Snapshot logged = Snapshot.EMPTY;
    private volatile int repacked;
    private final LongAdder changes = new LongAdder();
    private volatile Measured measured = new Measured(new StoreFootprint(0, 0, 0), Instant.MIN);

    /// @param cluster name of the cluster, for messages
    public KindMirror(String cluster, Part.Kind kind) {
        Resource resource = kind.resource();
        FormatConfig defaults = FormatConfig.defaultsFor(resource);
        // The agent has already stripped fields. Its bytes are kept unchanged, or digests would differ.
        this.format = new ObjectFormat(
                resource,
                new FormatConfig(
                        List.of(), defaults.extracted(), defaults.dictionarySamples(), defaults.dictionaryBytes()));
        this.store = new Store(cluster + "/" + resource);
        this.log = new ChangeLog();
        this.kind = kind;
        this.status = new Part.Status(resource, KindState.SYNCING, 0, "");
        format.learnKind(kind.kind());
    }

    public Part.Kind kind() {
        return kind;
    }

    public Resource resource() {
        return format.resource();
    }

    /// The objects, read-only. Empty before [#synced].
    public Store store() {
        return store;
    }

    /// Memory used, at most half a minute out of date, since measuring visits all objects.
    public StoreFootprint footprint(Instant now) {
        Measured last = measured;
        if (!now.isBefore(last.until())) {
            last = new Measured(store.snapshot().footprint(), now.plus(MEASURED_FOR));
            measured = last;
        }
        return last.footprint();
    }

    /// Whether a complete state has arrived.
    public boolean synced() {
        return synced;
    }

    /// Last status that the agent reported for the kind.
    public Part.Status status() {
        return status;
    }

    /// Records the name of the kind.
    public void named(Part.Kind name) {
        kind = name;
        format.learnKind(name.kind());
    }

    /// Records a status that the agent reports for the kind.
    public void reported(Part.Status reported) {
        status = reported;
    }

    /// Marks the next state as that of another cluster, so that no watch can continue from an earlier state,
    /// whatever its version.
    public void startOver() {
        startsOver = true;
    }

    /// Decodes an object that the agent sent. It stays uncompressed while it is likely to be read; later it
    /// is packed together with others, at the latest by [#packChanges].
    public KubeObject decode(byte[] json, int from, int to) throws MalformedObjectException {
        format.packManyChanges();
        return format.decodeChange(json, from, to);
    }

    /// Packs the objects that changed last.
    void packChanges() {
        format.packAllChanges();
    }

    /// Publishes the next state.
    ///
    /// @param deletions versions at which objects were deleted, where known
    public List<Change> publish(Draft next, Map<ObjectKey, Long> deletions, Instant now) {
        List<Change> published = store.publish(next);
        long version = store.resourceVersion();
        if (synced && startsOver) {
            log.resetAndNotify(version);
            changes.add(published.size());
        } else if (synced) {
            log.append(published, deletions, version, now);
            changes.add(published.size());
        } else {
            log.reset(version);
            format.settle();
            synced = true;
        }
        startsOver = false;
        logged = store.snapshot();
        return published;
    }

    /// Whether the kind has grown enough since it was last packed for [#repack] to pay off.
    public boolean repackable() {
        return synced && store.size() >= Math.max(WORTH_REPACKING, GROWTH * (long) repacked);
    }

    /// Packs all objects again with what they have in common now. Takes about 50 µs per object.
    ///
    /// @return the number of bytes saved
    public long repack() {
        List<KubeObject> held = store.snapshot().list();
        try {
            return format.repack(held);
        } finally {
            repacked = held.size();
        }
    }

    /// Number of changes since the first complete state.
    public long changes() {
        return changes.sum();
    }

    /// The state at a version, as far back as the log reaches; empty if the version is too old, or has not
    /// arrived yet.
    public Optional<Snapshot> at(long version) {
        Snapshot present = logged;
        return log.between(version, present.resourceVersion()).map(since -> PastState.of(present, since, version));
    }

    /// Recent changes.
    public ChangeLog log() {
        return log;
    }
}
