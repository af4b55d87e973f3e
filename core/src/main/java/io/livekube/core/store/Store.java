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

/// One kind's objects as last heard of: one writer, any number of readers who never wait for it.
///
/// **Readers** take a [#snapshot], or ask the store, which is the same for a single question. Two questions
/// whose answers have to agree belong to one snapshot. Reading goes on after [#close].
///
/// **The writer** is one thread at a time, in the order of the events it was sent; a second one at the same
/// moment fails with a [ConcurrentWriteException]. Every write is atomic: it is published whole, and
/// returns what it changed, in the order in which the changes should be told. An event that is older than
/// what is held, or the same again, changes nothing and is counted. So is a removal of what is not held. A
/// write that throws has changed nothing.
///
/// What was removed is not remembered: an event for a key that is not held adds it, whatever its version.
/// Whoever may deliver an event again after a removal must know by its version that it is old.
///
/// **Indexes** come and go at any time, from any thread, and cover all objects from the moment they are
/// there.
public final class Store implements AutoCloseable {
    private final String name;
    /// Whether an event tells how far the whole store is.
    private final boolean eventsMoveVersion;
    /// Held by whatever makes a new snapshot from the current one.
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<@Nullable Thread> writer = new AtomicReference<>();
    private final VersionGate gate = new VersionGate();
    private final LongAdder changes = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder relists = new LongAdder();
    private volatile Snapshot current = Snapshot.EMPTY;
    private volatile boolean closed;

    /// @param name whose objects these are, for messages: `pods`, `demo/pods`
    public Store(String name) {
        this(name, true);
    }

    private Store(String name, boolean eventsMoveVersion) {
        this.name = name;
        this.eventsMoveVersion = eventsMoveVersion;
    }

    /// A store of parts that are followed each by itself: an event of one tells nothing of the others, so the
    /// version moves by [#bookmark] and [#replace] only, to what all parts have reached. It is 0 as long as that of
    /// one part is unknown: before its first list, and after versions went back until it is listed anew.
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

    /// The objects with the largest stored bodies, the largest first.
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
    /// Of [#ofParts], as an informer of several namespaces has, a part where nothing happens is known to have
    /// reached it only by the server's next bookmark, which may take a minute; and never while one is denied.
    public boolean awaitVersion(long version, Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("cannot wait for a negative time: " + timeout);
        }
        return gate.await(() -> Long.compareUnsigned(resourceVersion(), version) >= 0, () -> closed, timeout);
    }

    /// Takes in a new object or a new version of one.
    ///
    /// Of one version with two contents the second counts as an update: that is how a damaged copy is
    /// repaired. Another UID under the same name is a deletion that nobody saw and an addition.
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

    /// Removes an object whose deletion was seen, with its final state.
    public List<Change> remove(KubeObject last) {
        return write("remove an object", held -> {
            KubeObject old = held.find(last);
            // If it is another object by now then nobody saw the end of the one that is held.
            return removal(
                    held,
                    old,
                    last.resourceVersion(),
                    old != null && old.sameUid(last) ? new Change.Deleted(last, true) : null);
        });
    }

    /// Removes an object that is known to be gone as of a version, but not in which state.
    public List<Change> remove(ObjectKey key, long version) {
        return write("remove an object", held -> removal(held, held.find(key.namespace(), key.name()), version, null));
    }

    /// Notes that everything up to a version has been applied.
    public void bookmark(long version) {
        write(
                "set a bookmark",
                held -> new Written(held.at(later(held.resourceVersion(), version), held.epoch()), List.of()));
    }

    /// Replaces the whole content by what a list says, in any order, as of its version.
    ///
    /// Deletions come first among the changes, and are of unknown final state. What has not changed keeps
    /// its instance. A version below the present one begins a new epoch.
    public List<Change> replace(Collection<KubeObject> objects, long version) {
        return replace(objects, version, false);
    }

    /// The same, in a new epoch even if the version is not below the present one: the source's counting has
    /// begun anew.
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

    /// Publishes a state that was worked out from the present one.
    ///
    /// @throws IllegalArgumentException if it was worked out from another
    public List<Change> publish(Draft draft) {
        return write("publish a draft", held -> {
            if (held != draft.base()) {
                throw new IllegalArgumentException(
                        "store of %s: a draft of %s can't follow %s".formatted(name, draft.base(), held));
            }
            return new Written(draft.snapshot(), draft.changes());
        });
    }

    /// Adds an index over all objects, present and future, and builds it before it returns; the writer
    /// waits meanwhile.
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

    /// Ends writing, and wakes whoever waits for a version. Closing again does nothing.
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
