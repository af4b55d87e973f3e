package io.livekube.core.store;

import java.lang.ref.WeakReference;

/// Identity of a run, without keeping its objects alive.
public final class ObjectRunId {
    private final WeakReference<Node> leaf;
    private final int from;
    private final int to;

    ObjectRunId(Node leaf, int from, int to) {
        this.leaf = new WeakReference<>(leaf);
        this.from = from;
        this.to = to;
    }

    /// Whether a run has the same object instances as the marked one.
    public boolean marks(ObjectRun run) {
        return leaf.refersTo(run.leaf()) && run.from() == from && run.to() == to;
    }
}
