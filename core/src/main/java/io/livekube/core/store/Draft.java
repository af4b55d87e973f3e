package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/// A next state, worked out from a snapshot before anyone sees it: it can be looked at, compared and thrown
/// away.
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

    /// Puts an object in, whatever version is there.
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

    /// Takes an object out; tells whether it was there.
    public boolean remove(ObjectKey key) {
        KubeObject old = next.find(key.namespace(), key.name());
        if (old == null) {
            return false;
        }
        next = next.exchange(old, null, next.resourceVersion());
        changes.add(new Change.Deleted(old, false));
        return true;
    }

    /// Says as of which version the state holds.
    public Draft at(long version) {
        next = next.at(version, next.epoch());
        return this;
    }

    /// What it was worked out from.
    public Snapshot base() {
        return base;
    }

    /// The state as it is by now.
    public Snapshot snapshot() {
        return next;
    }

    /// What has led to it, in the order in which it should be told.
    public List<Change> changes() {
        return List.copyOf(changes);
    }
}
