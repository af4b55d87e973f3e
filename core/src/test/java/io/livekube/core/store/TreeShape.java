package io.livekube.core.store;

import static org.assertj.core.api.Assertions.assertThat;

/// Invariants of every tree.
final class TreeShape {
    private TreeShape() {}

    static void check(Snapshot snapshot) {
        check(snapshot.objects());
        snapshot.indexes().forEach(index -> check(index.entries()));
    }

    static void check(SortedObjects tree) {
        Node root = tree.root();
        assertThat(root.width()).isLessThanOrEqualTo(Node.MAX_WIDTH);
        if (!root.isLeaf()) {
            assertThat(root.width()).isGreaterThan(1);
            childrenDepth(root);
        }
    }

    private static int childrenDepth(Node node) {
        int size = 0;
        int depth = depth(node.child(0));
        for (int i = 0; i < node.width(); i++) {
            assertThat(i == 0 ? depth : depth(node.child(i))).isEqualTo(depth);
            assertThat(node.object(i)).isSameAs(node.child(i).object(0));
            size += node.child(i).size();
        }
        assertThat(node.size()).isEqualTo(size);
        return depth;
    }

    /// The depth of a node below the root, which is the same on all ways down.
    private static int depth(Node node) {
        assertThat(node.width()).isBetween(Node.MIN_WIDTH, Node.MAX_WIDTH);
        if (node.isLeaf()) {
            assertThat(node.size()).isEqualTo(node.width());
            return 1;
        }
        return childrenDepth(node) + 1;
    }
}
