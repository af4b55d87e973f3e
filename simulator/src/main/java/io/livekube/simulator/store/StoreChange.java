package io.livekube.simulator.store;

import io.livekube.simulator.resource.ResourceType;
import java.util.Optional;

/// One entry of a type's log: what an object became, and what it was before.
///
/// @param object the new version; for a deletion the last state, under the revision of the deletion
/// @param previous what the object was before; empty if it was created
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
