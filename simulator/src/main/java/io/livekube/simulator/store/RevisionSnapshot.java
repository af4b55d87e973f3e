package io.livekube.simulator.store;

import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The objects of one type at one revision, in key order.
///
/// Reading takes no lock and does not delay compactions; after reading, [#compacted()] says whether a
/// compaction interfered, so that the result must be discarded.
public final class RevisionSnapshot {
    private final ObjectStore owner;
    private final TypeStore store;
    private final long revision;

    RevisionSnapshot(ObjectStore owner, TypeStore store, long revision) {
        this.owner = owner;
        this.store = store;
        this.revision = revision;
    }

    public long revision() {
        return revision;
    }

    public boolean compacted() {
        return revision < owner.compactedRevision();
    }

    public Optional<StoredObject> get(String namespace, String name) {
        return Optional.ofNullable(TypeStore.at(store.newest.get(StoredObject.key(namespace, name)), revision));
    }

    /// The objects after a key.
    ///
    /// @param namespace of the objects; empty for all
    /// @param afterKey exclusive, `namespace/name`; empty to start at the beginning
    public Stream<StoredObject> objects(String namespace, String afterKey) {
        String from = namespace.isEmpty() ? "" : namespace + '/';
        String to = namespace.isEmpty() ? "\uffff" : namespace + (char) ('/' + 1);
        boolean resumed = afterKey.compareTo(from) > 0;
        Iterable<StoredObject> versions = store.newest
                .subMap(resumed ? afterKey : from, !resumed, to, false)
                .values();
        return StreamSupport.stream(versions.spliterator(), false)
                .map(version -> Optional.ofNullable(TypeStore.at(version, revision)))
                .flatMap(Optional::stream);
    }
}
