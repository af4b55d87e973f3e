package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Position in a tree that moves to the right by objects or by whole subtrees.
final class TreeCursor {
    /// The nodes from the root down to a leaf; empty after the last object.
    private final List<Step> path = new ArrayList<>(4);

    private static final class Step {
        final Node node;
        int place;

        Step(Node node) {
            this.node = node;
        }
    }

    TreeCursor(Node root) {
        if (root.size() > 0) {
            descend(root);
        }
    }

    /// The object at the cursor; null after the last one.
    @Nullable
    KubeObject object() {
        return path.isEmpty() ? null : path.getLast().node.object(path.getLast().place);
    }

    void advance() {
        step(path.size() - 1);
    }

    /// The largest node that begins here and at another cursor's place; null if there is none.
    @Nullable
    @SuppressWarnings("ReferenceEquality") // a node is shared or it is not
    Node beginning(TreeCursor other) {
        for (int i = begins(); i < path.size(); i++) {
            for (int j = other.begins(); j < other.path.size(); j++) {
                if (path.get(i).node == other.path.get(j).node) {
                    return path.get(i).node;
                }
            }
        }
        return null;
    }

    /// Moves past a node that begins here.
    @SuppressWarnings("ReferenceEquality")
    void skip(Node node) {
        int depth = path.size() - 1;
        while (path.get(depth).node != node) {
            depth--;
        }
        step(depth - 1);
    }

    /// The depth of the highest node whose first object is the one here; beyond the leaf if there is none.
    private int begins() {
        int depth = path.size();
        while (depth > 0 && path.get(depth - 1).place == 0) {
            depth--;
        }
        return depth;
    }

    /// Moves on to the next place at a depth, or higher up where that node is done.
    private void step(int depth) {
        while (path.size() > depth + 1) {
            path.removeLast();
        }
        while (!path.isEmpty() && ++path.getLast().place == path.getLast().node.width()) {
            path.removeLast();
        }
        if (!path.isEmpty() && !path.getLast().node.isLeaf()) {
            descend(path.getLast().node.child(path.getLast().place));
        }
    }

    private void descend(Node from) {
        Node node = from;
        path.add(new Step(node));
        while (!node.isLeaf()) {
            node = node.child(0);
            path.add(new Step(node));
        }
    }
}
