package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the differences of two snapshots by walking both trees in step, past shared subtrees.
final class SnapshotDiff {
    private SnapshotDiff() {}

    @SuppressWarnings("ReferenceEquality") // what has not changed is the same instance: that is what makes this cheap
    static List<Change> between(Snapshot older, Snapshot newer) {
        var changes = new ArrayList<Change>();
        if (older.sameObjects(newer)) {
            return changes;
        }
        var before = new TreeCursor(older.objects().root());
        var after = new TreeCursor(newer.objects().root());
        while (true) {
            skipShared(before, after);
            KubeObject old = before.object();
            KubeObject now = after.object();
            if (old == null && now == null) {
                return changes;
            }
            int order = old == now ? 0 : compare(old, now);
            if (order < 0 && old != null) {
                changes.add(new Change.Deleted(old, false));
                before.advance();
            } else if (order > 0 && now != null) {
                changes.add(new Change.Added(now));
                after.advance();
            } else if (old != null && now != null) {
                if (old != now && !Relist.sameVersion(old, now)) {
                    changes.add(new Change.Updated(old, now));
                }
                before.advance();
                after.advance();
            }
        }
    }

    private static void skipShared(TreeCursor before, TreeCursor after) {
        for (Node shared = before.beginning(after); shared != null; shared = before.beginning(after)) {
            before.skip(shared);
            after.skip(shared);
        }
    }

    /// A missing object sorts last.
    private static int compare(@Nullable KubeObject old, @Nullable KubeObject now) {
        if (old == null) {
            return 1;
        }
        return now == null ? -1 : old.compareKey(now);
    }
}
