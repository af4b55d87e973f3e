package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/// Draft of a next state, derived from a snapshot and not visible to readers: it can be read, compared
/// and discarded.
///
/// For one thread. [Store#publish] makes it the store's state.
public final class Draft {
    private final Snapshot base;
    private Snapshot next;
    private final List<Change> changes;

    Draft(Snapshot base) {
        this(base, base, List.of());
    }

    Draft(Snapshot base, Snapshot next, List<Change> changes) {
        this.base = base;
        this.next = next;
        this.changes = new ArrayList<>(changes);
    }

    /// Puts an object, replacing any version of it.
    public Draft put(KubeObject object) {
        KubeObject old = next.find(object);
        next = next.exchange(old, object, next.resourceVersion());
        if (old == null) {
            changes.add(new Change.Added(object));
        } else if (old.sameUid(object)) {
            changes.add(new Change.Updated(old, object));
        } else {
            changes.add(new Change.Deleted(old, false));
            changes.add(new Change.Added(object));
        }
        return this;
    }

    /// Removes an object. Returns whether it was there.
    public boolean remove(ObjectKey key) {
        KubeObject old = next.find(key.namespace(), key.name());
        if (old == null) {
            return false;
        }
        next = next.exchange(old, null, next.resourceVersion());
        changes.add(new Change.Deleted(old, false));
        return true;
    }

    /// Sets the version of the state.
    public Draft at(long version) {
        next = next.at(version, next.epoch());
        return this;
    }

    /// The snapshot that it was derived from.
    public Snapshot base() {
        return base;
    }

    /// The current state of the draft.
    public Snapshot snapshot() {
        return next;
    }

    /// The changes so far, in the order in which to publish them.
    public List<Change> changes() {
        return List.copyOf(changes);
    }
}
