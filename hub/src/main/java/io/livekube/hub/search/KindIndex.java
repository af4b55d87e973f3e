package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.view.ObjectView;
import io.livekube.hub.view.ObjectViews;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/// Search index of one kind of one cluster, updated step by step by any thread with time to spare.
///
/// It keeps the snapshot it was built from and applies the difference to the current one, so that the cost is
/// proportional to the changes, and ingest pays nothing. Objects are read without a lock; searches wait only
/// while the fields of a few objects are written.
final class KindIndex {
    private static final int STEP = 128;

    private final String cluster;
    private final KindMirror mirror;
    private final ObjectViews.OfKind views;
    private final KindTerms names;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantReadWriteLock access = new ReentrantReadWriteLock();
    private IndexColumns columns = new IndexColumns();
    private volatile Snapshot indexed = Snapshot.EMPTY;
    private volatile boolean complete;

    /// Changes still to apply, guarded by `writing`.
    private List<Change> pending = List.of();

    private int done;
    private Snapshot target = Snapshot.EMPTY;

    /// State that a search may read while it holds the lock.
    record Contents(String cluster, Part.Kind kind, KindTerms names, IndexColumns columns) {}

    private record Read(KubeObject object, ObjectView view) {}

    KindIndex(String cluster, KindMirror mirror, ObjectViews views) {
        this.cluster = cluster;
        this.mirror = mirror;
        this.views = views.of(mirror.resource());
        this.names = KindTerms.of(mirror.kind());
    }

    String cluster() {
        return cluster;
    }

    KindMirror mirror() {
        return mirror;
    }

    KindTerms names() {
        return names;
    }

    /// Whether the index reflects the mirror exactly.
    boolean upToDate() {
        return complete && indexed.sameObjects(mirror.store().snapshot());
    }

    /// Whether the index has ever been up to date; if so, little is missing.
    boolean complete() {
        return complete;
    }

    /// Applies some of the pending changes; false if the lock was not available in time.
    ///
    /// @param patience how long to wait for the lock, in nanoseconds
    boolean step(long patience) {
        try {
            if (!writing.tryLock(patience, TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            if (done == pending.size()) {
                target = mirror.store().snapshot();
                pending = target.since(indexed);
                done = 0;
            }
            int to = Math.min(pending.size(), done + STEP);
            take(pending.subList(done, to));
            done = to;
            if (done == pending.size()) {
                pending = List.of();
                done = 0;
                compact();
                indexed = target;
                complete = true;
            }
            return true;
        } finally {
            writing.unlock();
        }
    }

    private void take(List<Change> changes) {
        List<Read> read = new ArrayList<>(changes.size());
        for (Change change : changes) {
            if (!(change instanceof Change.Deleted) && !isUnchanged(change)) {
                read.add(new Read(change.object(), views.view(change.object())));
            }
        }
        access.writeLock().lock();
        try {
            for (Change change : changes) {
                if (change instanceof Change.Deleted) {
                    columns.remove(change.object());
                } else if (isUnchanged(change)) {
                    columns.exchange(change.object());
                }
            }
            read.forEach(each -> columns.put(each.object(), each.view()));
        } finally {
            access.writeLock().unlock();
        }
    }

    /// Whether a new version, for example of a lease, differs in no searchable field.
    private boolean isUnchanged(Change change) {
        return views.stateless()
                && change instanceof Change.Updated(KubeObject old, KubeObject object)
                && old.sameUid(object)
                && old.labels().equals(object.labels());
    }

    private void compact() {
        if (columns.isFragmented() || (!complete && columns.live() > 0)) {
            IndexColumns next = columns.compacted(); // there is no other writer
            access.writeLock().lock();
            try {
                columns = next;
            } finally {
                access.writeLock().unlock();
            }
        }
    }

    /// Runs a search on the contents while holding the lock.
    void read(Consumer<Contents> search) {
        access.readLock().lock();
        try {
            search.accept(new Contents(cluster, mirror.kind(), names, columns));
        } finally {
            access.readLock().unlock();
        }
    }

    int objects() {
        access.readLock().lock();
        try {
            return columns.live();
        } finally {
            access.readLock().unlock();
        }
    }

    /// Size in memory, excluding the objects.
    long bytes() {
        access.readLock().lock();
        try {
            return columns.bytes();
        } finally {
            access.readLock().unlock();
        }
    }
}
