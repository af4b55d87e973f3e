package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Objects;

/// Some neighbours of a list, as the store holds them together.
///
/// Runs are equal if they hold the very same objects, and to find that out costs nothing: a store that goes
/// on shares with its former states what has not changed. So what was made of a run can be kept under it,
/// and is right for as long as anybody sees that run. It keeps its objects alive.
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

    @Override
    @SuppressWarnings("ReferenceEquality") // a node is shared or it is not
    public boolean equals(Object other) {
        return other instanceof ObjectRun same && same.leaf == leaf && same.from == from && same.to == to;
    }

    @Override
    public int hashCode() {
        return (System.identityHashCode(leaf) * 31 + from) * 31 + to;
    }

    @Override
    public String toString() {
        return size() + " objects";
    }
}
