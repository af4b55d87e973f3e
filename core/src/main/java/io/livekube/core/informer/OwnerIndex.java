package io.livekube.core.informer;

import io.livekube.core.store.IndexFunction;
import io.livekube.core.store.Store;

/// The index that leads from an owner to what it owns.
final class OwnerIndex {
    static final String NAME = "owner";

    private OwnerIndex() {}

    static void addTo(Store store) {
        if (!store.snapshot().indexNames().contains(NAME)) {
            store.addIndex(NAME, IndexFunction.ownerUid());
        }
    }
}
