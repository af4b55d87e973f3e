package io.livekube.core.store;

import io.livekube.core.model.KubeObject;

/// What one write did to one object of a store.
public sealed interface Change {
    /// The object as it is now, or as it last was.
    KubeObject object();

    /// An object that was not held before.
    record Added(KubeObject object) implements Change {}

    /// A new version of an object that was held.
    record Updated(KubeObject old, KubeObject object) implements Change {}

    /// An object is gone.
    ///
    /// @param object its last known version
    /// @param finalStateKnown false if its deletion was not seen but follows from a list, or from a successor
    /// of the same name; it may then have had versions that nobody saw
    record Deleted(KubeObject object, boolean finalStateKnown) implements Change {}
}
