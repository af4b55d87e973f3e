package io.livekube.core.informer;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.OwnerReference;
import io.livekube.core.store.IndexFunction;
import io.livekube.core.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Navigation between owners and their objects: to the objects with an index, back to the owner by name.
final class OwnerIndex {
    static final String NAME = "owner";

    private OwnerIndex() {}

    static void addTo(Store store) {
        if (!store.snapshot().indexNames().contains(NAME)) {
            store.addIndex(NAME, IndexFunction.ownerUid());
        }
    }

    /// An owner is in the namespace of its objects, or cluster-scoped; one that was re-created under its name
    /// owns nothing.
    ///
    /// @param namespace of the owned object
    static Optional<KubeObject> find(OwnerReference owner, String namespace, List<Informer> informers) {
        return informers.stream()
                .map(Informer::store)
                .flatMap(store -> Stream.of(namespace, "").flatMap(in -> store.get(in, owner.name()).stream()))
                .filter(found -> found.uid().equals(owner.uid()))
                .findFirst();
    }
}
