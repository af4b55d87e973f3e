package io.livekube.core.store;

import io.livekube.core.model.KubeObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// Difference between a store and a list, as one step.
///
/// @param next the whole new content
/// @param changes deletions, then additions and updates
record Relist(Snapshot next, List<Change> changes) {
    static Relist of(Snapshot held, Collection<KubeObject> listed, long version, long epoch) {
        KubeObject[] current = sortedByKey(listed);
        var deleted = new ArrayList<Change>();
        var arrived = new ArrayList<Change>();
        int i = 0;
        for (KubeObject old : held.list()) {
            while (i < current.length && current[i].compareKey(old) < 0) {
                arrived.add(new Change.Added(current[i++]));
            }
            if (i == current.length || current[i].compareKey(old) > 0) {
                deleted.add(new Change.Deleted(old, false));
            } else if (sameVersion(old, current[i])) {
                // Keeps the present instance: snapshots and handlers share it, and the new one is garbage.
                current[i++] = old;
            } else if (old.sameUid(current[i])) {
                arrived.add(new Change.Updated(old, current[i++]));
            } else {
                deleted.add(new Change.Deleted(old, false));
                arrived.add(new Change.Added(current[i++]));
            }
        }
        while (i < current.length) {
            arrived.add(new Change.Added(current[i++]));
        }
        deleted.addAll(arrived);
        return new Relist(
                deleted.isEmpty() ? held.at(version, epoch) : snapshot(current, held.indexes(), version, epoch),
                List.copyOf(deleted));
    }

    static boolean sameVersion(KubeObject a, KubeObject b) {
        return a.resourceVersion() == b.resourceVersion() && a.sameUid(b) && a.contentHash() == b.contentHash();
    }

    private static Snapshot snapshot(KubeObject[] sorted, List<Index> indexes, long version, long epoch) {
        return new Snapshot(
                SortedObjects.of(sorted),
                indexes.stream().map(i -> i.rebuild(sorted)).toList(),
                Digest.of(Arrays.asList(sorted)),
                version,
                epoch);
    }

    /// Pages of different moments may contain an object twice: its newest version counts.
    private static KubeObject[] sortedByKey(Collection<KubeObject> listed) {
        KubeObject[] sorted = listed.toArray(new KubeObject[0]);
        Arrays.sort(sorted, KubeObject::compareKey);
        int count = 0;
        for (KubeObject object : sorted) {
            if (count == 0 || sorted[count - 1].compareKey(object) != 0) {
                sorted[count++] = object;
            } else if (Long.compareUnsigned(object.resourceVersion(), sorted[count - 1].resourceVersion()) > 0) {
                sorted[count - 1] = object;
            }
        }
        return count == sorted.length ? sorted : Arrays.copyOf(sorted, count);
    }
}
