package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Immutable sorted set of objects by (group, namespace, name): a B+tree that shares unchanged nodes with
/// its predecessor.
///
/// A change copies one path, about a kilobyte; the old tree is unchanged. An object costs its reference, its
/// group if there are groups, and about a byte of nodes. Subtrees know their sizes, so every range is a
/// [List] that costs nothing to make. The objects themselves are one group, 0; an index has one group for
/// each hash of a value.
final class SortedObjects {
    static final SortedObjects EMPTY = new SortedObjects(Node.EMPTY);
    static final SortedObjects EMPTY_GROUPED = new SortedObjects(Node.EMPTY_GROUPED);

    private final Node root;

    private SortedObjects(Node root) {
        this.root = root;
    }

    /// A set of `sorted`, which is in order and free of duplicates, with full leaves.
    static SortedObjects of(KubeObject[] sorted) {
        return sorted.length == 0
                ? EMPTY
                : build(sorted.length, (from, to) -> Node.leaf(Arrays.copyOfRange(sorted, from, to)));
    }

    /// The same with the group of each object.
    static SortedObjects of(KubeObject[] sorted, int[] groups) {
        return sorted.length == 0
                ? EMPTY_GROUPED
                : build(
                        sorted.length,
                        (from, to) ->
                                Node.leaf(Arrays.copyOfRange(sorted, from, to), Arrays.copyOfRange(groups, from, to)));
    }

    int size() {
        return root.size();
    }

    @Nullable
    KubeObject find(String namespace, String name) {
        Node node = root;
        while (!node.isLeaf()) {
            node = node.child(node.childFor(0, namespace, name));
        }
        int found = node.search(0, namespace, name);
        return found < 0 ? null : node.object(found);
    }

    /// The object here that has the same key.
    @Nullable
    KubeObject find(KubeObject object) {
        Node node = root;
        while (!node.isLeaf()) {
            node = node.child(node.childFor(0, object));
        }
        int found = node.search(0, object);
        return found < 0 ? null : node.object(found);
    }

    SortedObjects put(int group, KubeObject object) {
        return new SortedObjects(root.put(group, object).asRoot());
    }

    SortedObjects remove(int group, KubeObject object) {
        Node next = root.remove(group, object.namespace(), object.name());
        return next == root ? this : new SortedObjects(next.asRoot());
    }

    List<KubeObject> all() {
        return new ObjectRange(root, 0, root.size());
    }

    List<KubeObject> inNamespace(String namespace) {
        return new ObjectRange(root, rank(0, namespace, ""), rank(0, justAfter(namespace), ""));
    }

    /// Up to `limit` objects after a key, whether or not that key exists.
    List<KubeObject> after(String namespace, String name, int limit) {
        return limited(rankAfter(namespace, name), root.size(), limit);
    }

    /// The same, but not beyond the namespace.
    List<KubeObject> afterWithin(String namespace, String name, int limit) {
        return limited(rankAfter(namespace, name), rank(0, justAfter(namespace), ""), limit);
    }

    List<KubeObject> inGroup(int group) {
        int to = group == Integer.MAX_VALUE ? root.size() : rank(group + 1, "", "");
        return new ObjectRange(root, rank(group, "", ""), to);
    }

    /// For tests of the tree's shape.
    Node root() {
        return root;
    }

    /// Estimated heap taken by the tree, without the objects.
    long bytes() {
        return root.bytes();
    }

    private ObjectRange limited(int from, int to, int limit) {
        return new ObjectRange(root, from, from + Math.min(limit, to - from));
    }

    private int rankAfter(String namespace, String name) {
        return rank(0, namespace, name.isEmpty() ? "" : justAfter(name));
    }

    /// Number of objects before a key.
    int rank(int group, String namespace, String name) {
        int rank = 0;
        Node node = root;
        while (!node.isLeaf()) {
            int i = node.childFor(group, namespace, name);
            for (int before = 0; before < i; before++) {
                rank += node.child(before).size();
            }
            node = node.child(i);
        }
        int found = node.search(group, namespace, name);
        return rank + (found >= 0 ? found : -1 - found);
    }

    /// The first text after `text` in sort order.
    private static String justAfter(String text) {
        return text + '\0';
    }

    private interface LeafMaker {
        Node make(int from, int to);
    }

    private static SortedObjects build(int size, LeafMaker leaves) {
        Node[] level = new Node[parts(size)];
        for (int i = 0; i < level.length; i++) {
            level[i] = leaves.make(edge(size, i, level.length), edge(size, i + 1, level.length));
        }
        while (level.length > 1) {
            Node[] below = level;
            level = new Node[parts(below.length)];
            for (int i = 0; i < level.length; i++) {
                level[i] = Node.inner(Arrays.copyOfRange(
                        below, edge(below.length, i, level.length), edge(below.length, i + 1, level.length)));
            }
        }
        return new SortedObjects(level[0]);
    }

    private static int parts(int size) {
        return (size + Node.MAX_WIDTH - 1) / Node.MAX_WIDTH;
    }

    /// Where part `i` begins when `size` is divided as evenly as possible, which leaves none too narrow.
    private static int edge(int size, int i, int parts) {
        return (int) ((long) size * i / parts);
    }
}
