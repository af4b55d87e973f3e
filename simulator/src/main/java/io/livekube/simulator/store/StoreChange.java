package io.livekube.simulator.store;

import io.livekube.simulator.resource.ResourceType;
import java.util.Optional;

/// Entry of a [RevisionLog].
///
/// @param object the new version; for a deletion the last state, with the revision of the deletion
/// @param previous the version before; empty for a creation
public record StoreChange(Kind kind, ResourceType type, StoredObject object, Optional<StoredObject> previous) {
    public enum Kind {
        ADDED,
        MODIFIED,
        DELETED
    }

    public long revision() {
        return object.revision();
    }

    int size() {
        return object.json().length;
    }
}
