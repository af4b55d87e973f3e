package io.livekube.core.store;

import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Store of one kind's objects: one writer, any number of readers that never wait for it.
///
/// **Readers** take a [#snapshot], or ask the store, which is the same for a single query. Queries whose
/// results must be consistent belong to one snapshot. Reading works after [#close].
///
/// **The writer** is one thread at a time, in the order of the events that it received; a second one at the same
/// moment fails with a [ConcurrentWriteException]. Every write is atomic: it is published as a whole, and returns
/// its changes, in the order in which to deliver them. An event that is older than the held version, or equal,
/// changes nothing and is counted. So is a removal of an unknown object. A write that throws changes nothing.
///
/// Removed objects are not remembered: an event for an unknown key adds it, regardless of its version. A writer
/// that may receive an event again after a removal must recognize by its version that it is old.
///
/// **Indexes** can be added and removed at any time, by any thread, and cover all objects from the start.
public final class Store implements AutoCloseable {
    private final String name;
    /// Whether the version of an event is that of the whole store.
    private final boolean eventsMoveVersion;
    /// Held while a new snapshot is made from the current one.
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<@Nullable Thread> writer = new AtomicReference<>();
    private final VersionGate gate = new VersionGate();
    private final LongAdder changes = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder relists = new LongAdder();
    private volatile Snapshot current = Snapshot.EMPTY;
    private volatile boolean closed;

    /// @param name of the kind, for messages: `pods`, `demo/pods`
    public Store(String name) {
        this(name, true);
    }

    private Store(String name, boolean eventsMoveVersion) {
        this.name = name;
        this.eventsMoveVersion = eventsMoveVersion;
    }

    /// A store of parts that are followed separately: an event of one says nothing about the others, so the
    /// version only advances by [#bookmark] and [#replace], to the one that all parts have reached. It is 0
    /// as long as that of a part is unknown: before its first list, and after versions went back until it is
    /// listed again.
    public static Store ofParts(String name) {
        return new Store(name, false);
    }

    public Snapshot snapshot() {
        return current;
    }

    public Optional<KubeObject> get(String namespace, String objectName) {
        return current.get(namespace, objectName);
    }

    public Optional<KubeObject> get(ObjectKey key) {
        return current.get(key);
    }

    public List<KubeObject> list() {
        return current.list();
    }

    public List<KubeObject> list(String namespace) {
        return current.list(namespace);
    }

    public Stream<KubeObject> select(LabelSelector selector) {
        return current.select(selector);
    }

    /// See [Snapshot#byIndex].
    public List<KubeObject> byIndex(String index, String value) {
        return current.byIndex(index, value);
    }

    public int size() {
        return current.size();
    }

    public long resourceVersion() {
        return current.resourceVersion();
    }

    public Digest digest() {
        return current.digest();
    }

    /// Stored bodies and estimated overhead; see [Snapshot#footprint].
    public long bytes() {
        return current.footprint().totalBytes();
    }

    /// The objects with the largest stored bodies, largest first.
    public List<KubeObject> largest(int n) {
        return current.largest(n);
    }

    public StoreStats stats() {
        long failures =
                current.indexes().stream().mapToLong(i -> i.failures().sum()).sum();
        return new StoreStats(changes.sum(), stale.sum(), unknown.sum(), relists.sum(), failures);
    }

    /// Waits until the store has reached a version; false if it has not in time, or was closed before.
    ///
    /// In a store of parts ([#ofParts]), as of an informer of several namespaces, a part without changes only
    /// reaches it by the server's next bookmark, which may take a minute; and never while access to it is denied.
    public boolean awaitVersion(long version, Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("negative timeout: " + timeout);
        }
        return gate.await(() -> Long.compareUnsigned(resourceVersion(), version) >= 0, () -> closed, timeout);
    }

    /// Applies a new object or a new version of one.
    ///
    /// If a version arrives with different contents, the second one counts as an update, which repairs a
    /// damaged copy. Another UID under the same name is an unobserved deletion and an addition.
    public List<Change> apply(KubeObject object) {
        return write("apply an event", held -> {
            KubeObject old = held.find(object);
            if (old != null && isStale(object, old)) {
                stale.increment();
                return new Written(held, List.of());
            }
            Snapshot next = held.exchange(old, object, behind(held, object.resourceVersion()));
            if (old == null) {
                return new Written(next, List.of(new Change.Added(object)));
            }
            return new Written(
                    next,
                    old.sameUid(object)
                            ? List.of(new Change.Updated(old, object))
                            : List.of(new Change.Deleted(old, false), new Change.Added(object)));
        });
    }

    /// Removes an object whose deletion was observed, with its final state.
    public List<Change> remove(KubeObject last) {
        return write("remove an object", held -> {
            KubeObject old = held.find(last);
            // If it is another object by now, the deletion of the held one was not observed.
            return removal(
                    held,
                    old,
                    last.resourceVersion(),
                    old != null && old.sameUid(last) ? new Change.Deleted(last, true) : null);
        });
    }

    /// Removes an object that was deleted as of a version, in an unknown final state.
    public List<Change> remove(ObjectKey key, long version) {
        return write("remove an object", held -> removal(held, held.find(key.namespace(), key.name()), version, null));
    }

    /// Records that everything up to a version has been applied.
    public void bookmark(long version) {
        write(
                "set a bookmark",
                held -> new Written(held.at(later(held.resourceVersion(), version), held.epoch()), List.of()));
    }

    /// Replaces the whole content by a list, in any order, as of its version.
    ///
    /// Deletions come first among the changes, with unknown final states. Unchanged objects keep their
    /// instances. A version below the current one begins a new epoch.
    public List<Change> replace(Collection<KubeObject> objects, long version) {
        return replace(objects, version, false);
    }

    /// The same, in a new epoch even if the version is not below the current one, because the source's versions
    /// have started over.
    public List<Change> replaceInNewEpoch(Collection<KubeObject> objects, long version) {
        return replace(objects, version, true);
    }

    private List<Change> replace(Collection<KubeObject> objects, long version, boolean newEpoch) {
        return write("replace the content", held -> {
            boolean backwards = Long.compareUnsigned(version, held.resourceVersion()) < 0;
            Relist relist = Relist.of(held, objects, version, held.epoch() + (newEpoch || backwards ? 1 : 0));
            relists.increment();
            return new Written(relist.next(), relist.changes());
        });
    }

    /// Publishes a draft that was derived from the current state.
    ///
    /// @throws IllegalArgumentException if it was derived from another one
    public List<Change> publish(Draft draft) {
        return write("publish a draft", held -> {
            if (held != draft.base()) {
                throw new IllegalArgumentException(
                        "store of %s: a draft of %s can't follow %s".formatted(name, draft.base(), held));
            }
            return new Written(draft.snapshot(), draft.changes());
        });
    }

    /// Adds an index over all current and future objects, and builds it before returning; the writer waits in
    /// the meantime.
    public void addIndex(String index, IndexFunction function) {
        lock.lock();
        try {
            ensureOpen("add the index '" + index + "'");
            Snapshot held = current;
            if (held.indexNames().contains(index)) {
                throw new IllegalArgumentException(
                        "store of %s: there is an index '%s' already; remove it first".formatted(name, index));
            }
            var indexes = new ArrayList<>(held.indexes());
            indexes.add(
                    Index.build(index, function, new LongAdder(), held.list().toArray(new KubeObject[0])));
            current = held.withIndexes(List.copyOf(indexes));
        } finally {
            lock.unlock();
        }
    }

    /// Removes an index; snapshots taken before still have it.
    public void removeIndex(String index) {
        lock.lock();
        try {
            ensureOpen("remove the index '" + index + "'");
            Snapshot held = current;
            if (!held.indexNames().contains(index)) {
                throw new UnknownIndexException(index, held.indexNames());
            }
            current = held.withIndexes(
                    held.indexes().stream().filter(i -> !i.name().equals(index)).toList());
        } finally {
            lock.unlock();
        }
    }

    /// Ends writing, and wakes the threads that wait for a version. Closing again does nothing.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        gate.opened();
    }

    private Written removal(Snapshot held, @Nullable KubeObject old, long version, Change.@Nullable Deleted seen) {
        if (old == null) {
            unknown.increment();
            return new Written(held.at(behind(held, version), held.epoch()), List.of());
        }
        if (Long.compareUnsigned(version, old.resourceVersion()) < 0) {
            stale.increment();
            return new Written(held, List.of());
        }
        return new Written(
                held.exchange(old, null, behind(held, version)),
                List.of(seen == null ? new Change.Deleted(old, false) : seen));
    }

    private static boolean isStale(KubeObject object, KubeObject held) {
        int order = Long.compareUnsigned(object.resourceVersion(), held.resourceVersion());
        return order < 0 || (order == 0 && Relist.sameVersion(object, held));
    }

    /// The version behind an event.
    private long behind(Snapshot held, long event) {
        return eventsMoveVersion ? later(held.resourceVersion(), event) : held.resourceVersion();
    }

    private static long later(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }

    private record Written(Snapshot next, List<Change> changes) {}

    private interface Write {
        Written on(Snapshot held);
    }

    private List<Change> write(String action, Write write) {
        Thread other = writer.compareAndExchange(null, Thread.currentThread());
        if (other != null) {
            throw new ConcurrentWriteException(name, other.getName());
        }
        lock.lock();
        try {
            ensureOpen(action);
            Written written = write.on(current);
            current = written.next();
            changes.add(written.changes().size());
            return written.changes();
        } finally {
            lock.unlock();
            writer.set(null);
            gate.opened();
        }
    }

    private void ensureOpen(String action) {
        if (closed) {
            throw new StoreClosedException(name, action);
        }
    }
}
