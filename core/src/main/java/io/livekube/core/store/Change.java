package io.livekube.core.store;

import io.livekube.core.model.KubeObject;

/// Change of one object by a write to a store.
public sealed interface Change {
    /// The object's current state, or its last one.
    KubeObject object();

    /// An object that was not held before.
    record Added(KubeObject object) implements Change {}

    /// A new version of an object that was held.
    record Updated(KubeObject old, KubeObject object) implements Change {}

    /// An object was deleted.
    ///
    /// @param object its last known version
    /// @param finalStateKnown false if its deletion was not observed but follows from a list, or from a
    /// successor of the same name; it may have had later versions
    record Deleted(KubeObject object, boolean finalStateKnown) implements Change {}
}
