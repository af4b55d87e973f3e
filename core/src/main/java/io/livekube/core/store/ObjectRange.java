package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/// Range of a tree, as an unmodifiable list; a view, nothing is copied.
final class ObjectRange extends AbstractList<KubeObject> {
    private final Node root;
    private final int from;
    private final int to;

    ObjectRange(Node root, int from, int to) {
        this.root = root;
        this.from = from;
        this.to = to;
    }

    @Override
    public int size() {
        return to - from;
    }

    @Override
    public KubeObject get(int index) {
        return new Walk(root, from + Objects.checkIndex(index, size()), to).next();
    }

    @Override
    public Iterator<KubeObject> iterator() {
        return new Walk(root, from, to);
    }

    /// The same in the pieces that the tree holds.
    List<ObjectRun> runs() {
        List<ObjectRun> runs = new ArrayList<>();
        var walk = new Walk(root, from, to);
        while (walk.hasNext()) {
            runs.add(walk.run());
        }
        return runs;
    }

    /// Walks the leaves from left to right, with a stack of inner nodes.
    private static final class Walk implements Iterator<KubeObject> {
        private record Rest(Node node, int next) {}

        private final ArrayDeque<Rest> above = new ArrayDeque<>(4);
        private Node leaf;
        private int next;
        private int left;

        Walk(Node root, int from, int to) {
            left = to - from;
            leaf = root;
            next = from;
            while (left > 0 && !leaf.isLeaf()) {
                int i = 0;
                while (next >= leaf.child(i).size()) {
                    next -= leaf.child(i++).size();
                }
                above.push(new Rest(leaf, i + 1));
                leaf = leaf.child(i);
            }
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public KubeObject next() {
            if (left == 0) {
                throw new NoSuchElementException();
            }
            if (next == leaf.width()) {
                leaf = nextLeaf();
                next = 0;
            }
            left--;
            return leaf.object(next++);
        }

        /// Returns the rest of a leaf at once.
        ObjectRun run() {
            if (next == leaf.width()) {
                leaf = nextLeaf();
                next = 0;
            }
            int first = next;
            next = Math.min(leaf.width(), first + left);
            left -= next - first;
            return new ObjectRun(leaf, first, next);
        }

        private Node nextLeaf() {
            Rest rest = above.pop();
            while (rest.next() == rest.node().width()) {
                rest = above.pop();
            }
            above.push(new Rest(rest.node(), rest.next() + 1));
            Node node = rest.node().child(rest.next());
            while (!node.isLeaf()) {
                above.push(new Rest(node, 1));
                node = node.child(0);
            }
            return node;
        }
    }
}
