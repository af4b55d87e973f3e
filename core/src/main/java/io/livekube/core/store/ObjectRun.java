package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Objects;

/// Run of neighboring objects in a list, as the store holds them together.
///
/// A store shares unchanged parts with its earlier states. So a result that was computed from a run can be kept
/// with the run's [#mark], and is valid for every run with that mark; checking that costs almost nothing.
public final class ObjectRun {
    private final Node leaf;
    private final int from;
    private final int to;

    ObjectRun(Node leaf, int from, int to) {
        this.leaf = leaf;
        this.from = from;
        this.to = to;
    }

    public int size() {
        return to - from;
    }

    public KubeObject get(int i) {
        return leaf.object(from + Objects.checkIndex(i, size()));
    }

    /// Whether the list ends with this run, within objects that the store holds together.
    public boolean cut() {
        return to < leaf.width();
    }

    public ObjectRunId mark() {
        return new ObjectRunId(leaf, from, to);
    }

    Node leaf() {
        return leaf;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    @Override
    public String toString() {
        return size() + " objects";
    }
}
