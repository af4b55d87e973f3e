package io.livekube.core.informer;

import io.livekube.core.informer.ModelServer.Item;
import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Digest;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import io.livekube.core.watch.ListTier;
import io.livekube.core.watch.ReflectorSink;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A cache under test, or its part for one namespace: it may be behind, but must hold exactly the server's
/// objects at its version, and must not claim a later version.
final class WatchedCache implements ReflectorSink {
    private final Store store;
    private final ModelServer server;
    private final String namespace;
    private final ReflectorSink cache;
    private final ScheduleNotes notes;
    /// What could not be read on the way, and is forgiven until the next whole state.
    private final Set<String> missed = new HashSet<>();

    private Optional<ListTier> asked = Optional.empty();
    private boolean reading;
    private boolean removed;
    private boolean whole;
    /// The version up to which everything was delivered.
    private long told;

    /// Whether versions went back for another namespace since this one was listed.
    private boolean suspect;
    /// The server's history that it was last listed from.
    private int listedIn;

    private long seenEpoch;
    private long seenVersion;

    /// @param namespace the only one that this sink follows; empty for all
    WatchedCache(Store store, ModelServer server, String namespace, ReflectorSink cache, ScheduleNotes notes) {
        this.store = store;
        this.server = server;
        this.namespace = namespace;
        this.cache = cache;
        this.notes = notes;
    }

    // ---- what happens to it

    void asksForList(ListTier tier) {
        asked = Optional.of(tier);
    }

    void asksForWatch() {
        asked = Optional.empty();
    }

    /// Whether a watch is open from now on.
    void reads(boolean open) {
        reading = open;
    }

    /// A change of this object can't be read.
    void missed(String key) {
        missed.add(key);
    }

    /// The server no longer has the resource, and says so.
    void resourceRemoved() {
        removed = true;
    }

    /// Whether it has had its first whole state.
    boolean whole() {
        return whole;
    }

    /// Versions went back for another namespace.
    void suspected() {
        suspect = true;
    }

    /// Whether its content may be from a history that the server has abandoned.
    boolean suspect() {
        return suspect && listedIn != server.incarnation();
    }

    @Override
    public void replace(Collection<KubeObject> objects, long resourceVersion, boolean newEpoch) {
        notes.add(() -> "    replace by " + objects + " @" + resourceVersion + (newEpoch ? " in a new epoch" : ""));
        require(
                !newEpoch || asked.isEmpty() || asked.get().compareTo(ListTier.CURRENT) >= 0,
                "versions went back on the word of a read that need not be current");
        removed = false;
        if (!reading) {
            // A LIST repairs anything missed before; initial events may themselves have been missed.
            missed.clear();
        }
        told = resourceVersion;
        suspect = false;
        listedIn = server.incarnation();
        cache.replace(objects, resourceVersion, newEpoch);
        whole = true;
    }

    @Override
    public void apply(KubeObject object) {
        missed.remove(object.key().toString());
        told = Math.max(told, object.resourceVersion());
        cache.apply(object);
    }

    @Override
    public void delete(KubeObject last) {
        missed.remove(last.key().toString());
        told = Math.max(told, last.resourceVersion());
        cache.delete(last);
    }

    @Override
    public void bookmark(long resourceVersion) {
        told = Math.max(told, resourceVersion);
        cache.bookmark(resourceVersion);
    }

    @Override
    public void paused() {
        cache.paused();
    }

    // ---- what must hold

    /// What must hold all the time.
    void check(boolean synced) {
        Snapshot snapshot = store.snapshot();
        if (snapshot.epoch() == seenEpoch) {
            require(
                    Long.compareUnsigned(snapshot.resourceVersion(), seenVersion) >= 0,
                    () -> "the version went back from %d to %d".formatted(seenVersion, snapshot.resourceVersion()));
        }
        seenEpoch = snapshot.epoch();
        seenVersion = snapshot.resourceVersion();
        require(
                snapshot.resourceVersion() <= told,
                () -> "the cache claims version %d, but of '%s' only %d is known"
                        .formatted(snapshot.resourceVersion(), namespace, told));
        if (!synced || removed) {
            require(held(snapshot).isEmpty(), "the cache holds something although nothing is known");
            return;
        }
        if (suspect()) {
            require(snapshot.resourceVersion() == 0, "the cache claims a version although '" + namespace + "' is old");
            return;
        }
        require(
                server.statesAt(told).stream().anyMatch(state -> matches(snapshot, state)),
                () -> "the cache holds %s at %d, which the server never had".formatted(held(snapshot), told));
    }

    /// The histories of the server in which this much is true: everything up to a version is in the cache.
    BitSet trueIn(long version) {
        Snapshot snapshot = store.snapshot();
        List<Collection<NavigableMap<String, Item>>> histories = server.statesSince(version);
        var trueIn = new BitSet();
        for (int i = 0; i < histories.size(); i++) {
            trueIn.set(i, removed || histories.get(i).stream().anyMatch(state -> matches(snapshot, state)));
        }
        return trueIn;
    }

    static void checkDigest(Store store) {
        require(store.digest().equals(Digest.of(store.list())), "the digest is not that of the content");
    }

    /// Whether it holds the server's current objects, at the current version.
    boolean caughtUp() {
        List<Item> items = server.items(namespace);
        return told <= server.version()
                && server.after(namespace, store.resourceVersion()).isEmpty()
                && held(store.snapshot()).size() == items.size()
                && items.stream().allMatch(item -> item.readable() && holds(store.snapshot(), item));
    }

    private List<KubeObject> held(Snapshot snapshot) {
        return namespace.isEmpty() ? snapshot.list() : snapshot.list(namespace);
    }

    private static boolean holds(Snapshot snapshot, Item item) {
        KubeObject wanted = item.object();
        return snapshot.get(wanted.namespace(), wanted.name())
                .filter(held -> held.resourceVersion() == wanted.resourceVersion()
                        && held.sameUid(wanted)
                        && held.contentHash() == wanted.contentHash())
                .isPresent();
    }

    /// Apart from what could not be read on the way.
    private boolean matches(Snapshot snapshot, NavigableMap<String, Item> state) {
        for (Item item : state.values()) {
            if (item.in(namespace) && item.readable() && !missed.contains(item.key()) && !holds(snapshot, item)) {
                return false;
            }
        }
        for (KubeObject held : held(snapshot)) {
            String key = held.key().toString();
            if (!state.containsKey(key) && !missed.contains(key)) {
                return false;
            }
        }
        return true;
    }

    static void require(boolean condition, String otherwise) {
        require(condition, () -> otherwise);
    }

    static void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }
}
