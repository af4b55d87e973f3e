package io.livekube.hub.ingest;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Effect of one batch on one kind, prepared before any of it is published.
final class KindStep {
    private final KindMirror mirror;
    private KindSync sync;
    private boolean mismatch;
    private boolean repair;
    private Optional<Part.Kind> name = Optional.empty();
    private Optional<Part.Status> status = Optional.empty();
    private Optional<Draft> draft = Optional.empty();

    /// Versions at which objects were deleted, where the agent states them.
    private final Map<ObjectKey, Long> deletions = new HashMap<>();

    KindStep(KindMirror mirror, KindSync sync) {
        this.mirror = mirror;
        this.sync = sync.mentioned();
    }

    KindMirror mirror() {
        return mirror;
    }

    KindSync sync() {
        return sync;
    }

    /// Whether the batch does not result in a digest that it declares.
    boolean mismatch() {
        return mismatch;
    }

    /// Whether objects were requested again for a kind that had been in step.
    boolean repair() {
        return repair;
    }

    /// Number of objects in the next state or staged for it, whichever is larger.
    int objects() {
        return Math.max(state().size(), sync.staged().size());
    }

    void named(Part.Kind kind) {
        name = Optional.of(kind);
    }

    void reported(Part.Status reported) {
        status = Optional.of(reported);
    }

    /// Compares totals; returns what to request if they differ.
    Optional<Ask> check(Part.Check check) {
        Staging staged = sync.staged();
        Snapshot state = state();
        boolean comparable = whole() && !staged.distrustsServed();
        if (comparable && state.size() == check.objects() && state.digest().total() == check.digest()) {
            edit().at(check.version());
            sync = new KindSync.InStep();
            return Optional.empty();
        }
        boolean something = comparable || !staged.isEmpty();
        return Optional.of(something ? new Ask.Compare(check.resource()) : Ask.Resend.all(check.resource()));
    }

    /// Compares buckets; returns what to request if some are missing.
    Optional<Ask> compare(Part.Buckets buckets) {
        Snapshot served = mirror.store().snapshot();
        Staging.Compared compared = sync.staged().compare(served, buckets.sums());
        sync = sync.staging(compared.staging());
        if (!compared.missing().isEmpty()) {
            return Optional.of(new Ask.Resend(buckets.resource(), compared.missing()));
        }
        replace(served.draft(compared.staging().assemble(served), buckets.version()));
        return Optional.empty();
    }

    /// Applies edits; a mismatch if they don't result in the declared digest.
    void edit(Part.Delta delta) {
        if (!whole()) {
            mismatch = true;
            return;
        }
        Draft next = edit();
        for (Edit edit : delta.edits()) {
            switch (edit) {
                case Edit.Put put -> next.put(put.object());
                case Edit.Remove(ObjectKey key, long version) -> {
                    deletions.put(key, version);
                    mismatch |= !next.remove(key);
                }
            }
        }
        sync = sync.staging(sync.staged().cleared());
        mismatch |= !delta.provedBy(next.at(delta.version()).snapshot().digest().total());
    }

    void begin(Part.Begin begin) {
        sync = sync.staging(sync.staged().begin(begin.buckets()));
    }

    /// Stages objects; a mismatch if one belongs to a bucket that was not begun.
    void stage(Part.Chunk chunk) {
        sync.staged().with(chunk).ifPresentOrElse(more -> sync = sync.staging(more), () -> mismatch = true);
    }

    /// Makes the staged objects the next state; a mismatch if the state does not have the declared digest.
    void end(Part.End end) {
        Snapshot served = mirror.store().snapshot();
        Draft whole = served.draft(sync.staged().assemble(served), end.version());
        replace(whole);
        Snapshot next = whole.snapshot();
        boolean proved = end.digest().isEmpty()
                || end.digest().getAsLong() == next.digest().total();
        mismatch |= !proved || next.size() != end.objects();
    }

    /// Records a request that is sent to the agent once the batch is applied.
    void asked(Ask ask) {
        repair |= ask instanceof Ask.Resend && sync instanceof KindSync.InStep;
        sync = sync.asked(ask);
    }

    /// Publishes the step.
    void publish(ClusterMirror cluster, Instant now) {
        if (cluster.kind(mirror.resource()).isEmpty()) {
            cluster.add(mirror);
        }
        name.ifPresent(mirror::named);
        status.ifPresent(mirror::reported);
        draft.ifPresent(next -> cluster.changed(mirror, mirror.publish(next, deletions, now)));
    }

    /// Whether there is a complete state, served or about to be.
    private boolean whole() {
        return mirror.synced() || draft.isPresent();
    }

    /// The state including the batch's effect so far.
    private Snapshot state() {
        return draft.map(Draft::snapshot).orElseGet(() -> mirror.store().snapshot());
    }

    private Draft edit() {
        Draft next = draft.orElseGet(() -> mirror.store().snapshot().draft());
        draft = Optional.of(next);
        return next;
    }

    private void replace(Draft whole) {
        draft = Optional.of(whole);
        sync = new KindSync.InStep();
    }
}
