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

/// What searches look at of one kind of one cluster, brought up to date by steps of whoever has time.
///
/// It remembers the snapshot that it was made from; what leads from there to the present one costs as much
/// as has changed. So nobody tells it anything, and taking in a batch costs nothing more. Bodies are
/// unpacked without a lock; searches wait only while what was read of a few objects is put in.
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

    /// What is still to be done, guarded by `writing`.
    private List<Change> pending = List.of();

    private int done;
    private Snapshot target = Snapshot.EMPTY;

    /// What a search sees; only while it may.
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

    /// Whether it holds just what the mirror holds.
    boolean upToDate() {
        return complete && indexed.sameObjects(mirror.store().snapshot());
    }

    /// Whether it has ever been up to date: what is missing is little then.
    boolean complete() {
        return complete;
    }

    /// Does some of what is to be done; tells whether it got the turn.
    ///
    /// @param patience how long to wait while somebody else does, in nanoseconds
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

    /// Whether a new version, such as the next of a lease, differs in nothing that is looked at.
    private boolean isUnchanged(Change change) {
        return views.stateless()
                && change instanceof Change.Updated(KubeObject old, KubeObject object)
                && old.sameUid(object)
                && old.labels().equals(object.labels());
    }

    private void compact() {
        if (columns.isLoose() || (!complete && columns.live() > 0)) {
            IndexColumns next = columns.compacted(); // nobody else writes
            access.writeLock().lock();
            try {
                columns = next;
            } finally {
                access.writeLock().unlock();
            }
        }
    }

    /// Shows a search what there is.
    void look(Consumer<Contents> search) {
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

    /// What it takes in memory.
    long bytes() {
        access.readLock().lock();
        try {
            return columns.bytes();
        } finally {
            access.readLock().unlock();
        }
    }
}
