package io.livekube.core.store;

import io.livekube.apimachinery.selector.LabelSelector;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All objects of a store at one moment, with its indexes, digest and version: always consistent with each other.
///
/// Immutable and cheap: taking one copies nothing, and keeping one retains only the objects that have changed
/// since. All lists are unmodifiable views, ordered by namespace, then name.
public final class Snapshot {
    /// The empty snapshot, at version 0.
    public static final Snapshot EMPTY = new Snapshot(SortedObjects.EMPTY, List.of(), Digest.EMPTY, 0, 0);

    private final SortedObjects objects;
    private final List<Index> indexes;
    private final Digest digest;
    private final long resourceVersion;
    private final long epoch;

    Snapshot(SortedObjects objects, List<Index> indexes, Digest digest, long resourceVersion, long epoch) {
        this.objects = objects;
        this.indexes = indexes;
        this.digest = digest;
        this.resourceVersion = resourceVersion;
        this.epoch = epoch;
    }

    public Optional<KubeObject> get(String namespace, String name) {
        return Optional.ofNullable(find(namespace, name));
    }

    public Optional<KubeObject> get(ObjectKey key) {
        return get(key.namespace(), key.name());
    }

    public List<KubeObject> list() {
        return objects.all();
    }

    public List<KubeObject> list(String namespace) {
        return objects.inNamespace(namespace);
    }

    /// Up to `limit` objects after a key, which need not exist any more.
    public List<KubeObject> page(ObjectKey after, int limit) {
        return objects.after(after.namespace(), after.name(), checkedLimit(limit));
    }

    /// Up to `limit` objects of a namespace after a name; the empty name means the start.
    public List<KubeObject> page(String namespace, String after, int limit) {
        return objects.afterWithin(namespace, after, checkedLimit(limit));
    }

    /// Runs of a list of a snapshot, whole or a page: most of them are those of a former snapshot.
    ///
    /// @throws IllegalArgumentException if the list is not from a snapshot
    public static List<ObjectRun> runs(List<KubeObject> list) {
        if (list instanceof ObjectRange range) {
            return range.runs();
        }
        throw new IllegalArgumentException("only lists of snapshots come in runs");
    }

    /// Number of objects before a key, which need not be here: its place in [#list] if it is.
    public int rank(ObjectKey key) {
        return objects.rank(0, key.namespace(), key.name());
    }

    /// The changes from an older snapshot of the same store to this one: the first and the last state of each
    /// key, in the order of keys. An object that was replaced by another of its name is an update to another
    /// UID; a deletion's final state is not known.
    ///
    /// Its cost depends on the number of changes, not of objects.
    public List<Change> since(Snapshot older) {
        return SnapshotDiff.between(older, this);
    }

    /// Whether both hold exactly the same objects, which means that nothing changed in between.
    public boolean sameObjects(Snapshot other) {
        return objects == other.objects;
    }

    /// A draft of the next state, derived from this one.
    public Draft draft() {
        return new Draft(this);
    }

    /// A draft of a next state with exactly these objects, as of a version; see [Store#replace].
    public Draft draft(Collection<KubeObject> whole, long version) {
        boolean backwards = Long.compareUnsigned(version, resourceVersion) < 0;
        Relist relist = Relist.of(this, whole, version, backwards ? epoch + 1 : epoch);
        return new Draft(this, relist.next(), relist.changes());
    }

    public Stream<KubeObject> select(LabelSelector selector) {
        return list().stream().filter(o -> selector.matches(o.labels()));
    }

    public Stream<KubeObject> select(String namespace, LabelSelector selector) {
        return list(namespace).stream().filter(o -> selector.matches(o.labels()));
    }

    /// The objects for which the index function gives `value`.
    ///
    /// @throws UnknownIndexException if there is no index of that name
    public List<KubeObject> byIndex(String index, String value) {
        for (Index known : indexes) {
            if (known.name().equals(index)) {
                return known.lookUp(value);
            }
        }
        throw new UnknownIndexException(index, indexNames());
    }

    public List<String> indexNames() {
        return indexes.stream().map(Index::name).toList();
    }

    public int size() {
        return objects.size();
    }

    /// The version up to which everything is included: that of the last event, list or bookmark; 0 before the
    /// first. In a store of parts ([Store#ofParts]) it is 0 as long as that of a part is unknown, also after
    /// versions went back.
    public long resourceVersion() {
        return resourceVersion;
    }

    /// Versions can be compared within an epoch only: the number rises whenever they may have gone backwards.
    public long epoch() {
        return epoch;
    }

    public Digest digest() {
        return digest;
    }

    /// The objects of some buckets of the [#digest]; visits all objects.
    public Stream<KubeObject> inBuckets(BitSet buckets) {
        return list().stream().filter(o -> buckets.get(Digest.bucketOf(o.namespace(), o.name())));
    }

    /// Its size in memory; visits all objects, which takes a few milliseconds for 50,000.
    public StoreFootprint footprint() {
        long bodies = 0;
        long overhead = objects.bytes();
        for (KubeObject object : objects.all()) {
            bodies += object.storedBytes();
            overhead += StoreFootprint.PER_OBJECT + object.headBytes();
        }
        for (Index index : indexes) {
            overhead += index.entries().bytes();
        }
        return new StoreFootprint(size(), bodies, overhead);
    }

    /// The `n` objects with the largest stored bodies, largest first.
    public List<KubeObject> largest(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative number of objects: " + n);
        }
        // Bodies may be replaced by smaller ones in the meantime, so each is measured once.
        record Measured(int bytes, KubeObject object) {}
        var smallestFirst = new PriorityQueue<Measured>(Comparator.comparingInt(Measured::bytes));
        for (KubeObject object : objects.all()) {
            smallestFirst.add(new Measured(object.storedBytes(), object));
            if (smallestFirst.size() > n) {
                smallestFirst.poll();
            }
        }
        var largest = new ArrayList<KubeObject>(smallestFirst.size());
        while (!smallestFirst.isEmpty()) {
            largest.addFirst(smallestFirst.remove().object());
        }
        return List.copyOf(largest);
    }

    @Nullable
    KubeObject find(String namespace, String name) {
        return objects.find(namespace, name);
    }

    /// The object under the same key.
    @Nullable
    KubeObject find(KubeObject object) {
        return objects.find(object);
    }

    SortedObjects objects() {
        return objects;
    }

    List<Index> indexes() {
        return indexes;
    }

    /// With `current` in place of `old`; either may be missing.
    Snapshot exchange(@Nullable KubeObject old, @Nullable KubeObject current, long version) {
        SortedObjects nextObjects = objects;
        Digest nextDigest = digest;
        if (current != null) {
            nextObjects = objects.put(0, current);
            nextDigest = old == null ? digest.plus(current) : digest.exchange(old, current);
        } else if (old != null) {
            nextObjects = objects.remove(0, old);
            nextDigest = digest.minus(old);
        }
        List<Index> nextIndexes = indexes.isEmpty()
                ? indexes
                : indexes.stream().map(i -> i.exchange(old, current)).toList();
        return new Snapshot(nextObjects, nextIndexes, nextDigest, version, epoch);
    }

    /// The same objects at another version.
    Snapshot at(long version, long inEpoch) {
        return new Snapshot(objects, indexes, digest, version, inEpoch);
    }

    Snapshot withIndexes(List<Index> next) {
        return new Snapshot(objects, next, digest, resourceVersion, epoch);
    }

    private static int checkedLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a page has at least 1 object, got the limit " + limit);
        }
        return limit;
    }

    @Override
    public String toString() {
        return "%d objects at version %s, digest %s".formatted(size(), Long.toUnsignedString(resourceVersion), digest);
    }
}
