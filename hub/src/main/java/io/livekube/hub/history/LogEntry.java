package io.livekube.hub.history;

import io.livekube.core.model.KubeObject;
import java.util.Optional;

/// One event of a kind.
///
/// @param version of the event upstream; for a deletion that the agent did not observe, one that no other event
/// has
/// @param by version by which it had happened for certain; the same for an observed event
/// @param object the object since then; for a deletion, as it last was
/// @param previous the object before; empty if it did not exist
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

    /// Memory that it takes beyond what the store holds anyway, roughly: the former version and itself.
    int bytes() {
        int former = previous.map(object -> object.storedBytes() + object.headBytes())
                .orElse(0);
        return former + (type == Type.DELETED ? object.storedBytes() + object.headBytes() : 0) + 120;
    }
}
