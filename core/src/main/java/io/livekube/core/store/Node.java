package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/// Node of the tree in [SortedObjects]; immutable, with arrays of minimal length.
///
/// A leaf holds objects. An inner node holds children and, to be searched the same way, the first object
/// below each of them: always the one that is in the leaf now, so no outdated version is kept alive.
/// Changes return a node that may be wider than [#MAX_WIDTH] or narrower than [#MIN_WIDTH]; its parent,
/// which is copied anyway, splits or merges it.
final class Node {
    static final int MAX_WIDTH = 64;
    static final int MIN_WIDTH = MAX_WIDTH / 2;

    private static final Node[] NO_CHILDREN = {};
    private static final int[] NO_GROUPS = {};

    static final Node EMPTY = leaf(new KubeObject[0]);
    static final Node EMPTY_GROUPED = leaf(new KubeObject[0], new int[0]);

    private final KubeObject[] objects;
    /// Whether each object's group is kept; if not, all are in group 0.
    private final boolean grouped;
    private final int[] groups;
    private final Node[] children;
    private final int size;

    private Node(KubeObject[] objects, boolean grouped, int[] groups, Node[] children, int size) {
        this.objects = objects;
        this.grouped = grouped;
        this.groups = groups;
        this.children = children;
        this.size = size;
    }

    /// A leaf of sorted objects, all in group 0.
    static Node leaf(KubeObject[] objects) {
        return new Node(objects, false, NO_GROUPS, NO_CHILDREN, objects.length);
    }

    /// A leaf of sorted objects and the group of each.
    static Node leaf(KubeObject[] objects, int[] groups) {
        return new Node(objects, true, groups, NO_CHILDREN, objects.length);
    }

    static Node inner(Node[] children) {
        boolean grouped = children[0].grouped;
        KubeObject[] firsts = new KubeObject[children.length];
        int[] groups = grouped ? new int[children.length] : NO_GROUPS;
        int size = 0;
        for (int i = 0; i < children.length; i++) {
            Node child = children[i];
            firsts[i] = child.objects[0];
            if (grouped) {
                groups[i] = child.groups[0];
            }
            size += child.size;
        }
        return new Node(firsts, grouped, groups, children, size);
    }

    /// Number of objects below.
    int size() {
        return size;
    }

    int width() {
        return objects.length;
    }

    boolean isLeaf() {
        return children.length == 0;
    }

    Node child(int i) {
        return children[i];
    }

    KubeObject object(int i) {
        return objects[i];
    }

    /// Estimated heap taken by this node and all below, without the objects.
    long bytes() {
        long bytes = 32 + arrayBytes(objects.length) + (grouped ? arrayBytes(groups.length) : 0);
        if (!isLeaf()) {
            bytes += arrayBytes(children.length);
            for (Node child : children) {
                bytes += child.bytes();
            }
        }
        return bytes;
    }

    private static long arrayBytes(int length) {
        return (16 + 4L * length + 7) & ~7L;
    }

    /// The place of the key, or `-1 -` the place where it would be.
    int search(int group, String namespace, String name) {
        return search(group, entry -> entry.compareKey(namespace, name));
    }

    /// The same for the key of an object.
    int search(int group, KubeObject object) {
        return search(group, entry -> entry.compareKey(object));
    }

    private int search(int group, ToIntFunction<KubeObject> order) {
        int low = 0;
        int high = objects.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int byGroup = Integer.compare(grouped ? groups[middle] : 0, group);
            int found = byGroup != 0 ? byGroup : order.applyAsInt(objects[middle]);
            if (found == 0) {
                return middle;
            }
            if (found < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /// The child that has the key, if any has.
    int childFor(int group, String namespace, String name) {
        return orBefore(search(group, namespace, name));
    }

    int childFor(int group, KubeObject object) {
        return orBefore(search(group, object));
    }

    /// The place found, or else the one before the place where it would be.
    private static int orBefore(int found) {
        return found >= 0 ? found : Math.max(0, -2 - found);
    }

    Node put(int group, KubeObject object) {
        if (!isLeaf()) {
            int i = childFor(group, object);
            return withChildren(i, i + 1, children[i].put(group, object));
        }
        int found = search(group, object);
        int from = found >= 0 ? found : -1 - found;
        int to = found >= 0 ? from + 1 : from;
        return withEntries(from, to, new KubeObject[] {object}, new int[] {group});
    }

    /// Without the key; this very node if it is not here.
    Node remove(int group, String namespace, String name) {
        if (isLeaf()) {
            int found = search(group, namespace, name);
            return found < 0 ? this : withEntries(found, found + 1, new KubeObject[0], NO_GROUPS);
        }
        int i = childFor(group, namespace, name);
        Node child = children[i].remove(group, namespace, name);
        if (child == children[i]) {
            return this;
        }
        if (child.width() >= MIN_WIDTH || children.length == 1) {
            return withChildren(i, i + 1, child);
        }
        return i > 0
                ? withChildren(i - 1, i + 1, children[i - 1].followedBy(child))
                : withChildren(0, 2, child.followedBy(children[1]));
    }

    /// This node as the root of a tree: split if it is too wide, or what is below if it is too narrow.
    Node asRoot() {
        if (width() > MAX_WIDTH) {
            return inner(new Node[] {part(0, width() / 2), part(width() / 2, width())});
        }
        return children.length == 1 ? children[0] : this;
    }

    /// Puts one child, or its halves if it is too wide, in the place of some. Does not look at the others:
    /// they are as many cache misses as there are.
    private Node withChildren(int from, int to, Node child) {
        int middle = child.width() / 2;
        Node replacement = child.width() > MAX_WIDTH
                ? inner(new Node[] {child.part(0, middle), child.part(middle, child.width())})
                : inner(new Node[] {child});
        int nextSize = size + child.size;
        for (int i = from; i < to; i++) {
            nextSize -= children[i].size;
        }
        return new Node(
                splice(objects, from, to, replacement.objects),
                grouped,
                grouped ? splice(groups, from, to, replacement.groups) : groups,
                splice(children, from, to, replacement.children),
                nextSize);
    }

    private Node withEntries(int from, int to, KubeObject[] entries, int[] entryGroups) {
        KubeObject[] next = splice(objects, from, to, entries);
        return grouped ? leaf(next, splice(groups, from, to, entryGroups)) : leaf(next);
    }

    private Node part(int from, int to) {
        if (!isLeaf()) {
            return inner(Arrays.copyOfRange(children, from, to));
        }
        KubeObject[] some = Arrays.copyOfRange(objects, from, to);
        return grouped ? leaf(some, Arrays.copyOfRange(groups, from, to)) : leaf(some);
    }

    private Node followedBy(Node right) {
        return isLeaf()
                ? withEntries(objects.length, objects.length, right.objects, right.groups)
                : inner(splice(children, children.length, children.length, right.children));
    }

    /// A copy of `array` with `items` in place of the range from `from` to `to`.
    private static <T> T[] splice(T[] array, int from, int to, T[] items) {
        T[] copy = Arrays.copyOf(array, array.length - (to - from) + items.length);
        System.arraycopy(items, 0, copy, from, items.length);
        System.arraycopy(array, to, copy, from + items.length, array.length - to);
        return copy;
    }

    private static int[] splice(int[] array, int from, int to, int[] items) {
        int[] copy = Arrays.copyOf(array, array.length - (to - from) + items.length);
        System.arraycopy(items, 0, copy, from, items.length);
        System.arraycopy(array, to, copy, from + items.length, array.length - to);
        return copy;
    }
}
