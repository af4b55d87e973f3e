package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Objects;

/// Some neighbours of a list, as the store holds them together.
///
/// A store that goes on shares with its former states what has not changed. So what was made of a run can
/// be kept with its [#mark], and is right for every run that it marks; to find that out costs nothing.
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

    /// Whether the list ends within what the store holds together, with this run.
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
