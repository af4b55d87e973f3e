package io.livekube.hub.history;

import io.livekube.core.model.KubeObject;
import java.util.Optional;

/// An event of one kind.
///
/// @param version upstream version of the event; for a deletion that the agent did not observe, a version that
/// no other event has
/// @param by version by which the event had certainly happened; equal to `version` for an observed event
/// @param object the object after the event; for a deletion, its last state
/// @param previous the object before the event; empty if it did not exist
public record LogEntry(long version, long by, Type type, KubeObject object, Optional<KubeObject> previous) {
    /// Type of an event.
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    /// An event that the agent observed.
    static LogEntry observed(long version, Type type, KubeObject object, Optional<KubeObject> previous) {
        return new LogEntry(version, version, type, object, previous);
    }

    /// Approximate memory in addition to what the store holds: the previous version and the entry itself.
    int bytes() {
        int former = previous.map(object -> object.storedBytes() + object.headBytes())
                .orElse(0);
        return former + (type == Type.DELETED ? object.storedBytes() + object.headBytes() : 0) + 120;
    }
}
