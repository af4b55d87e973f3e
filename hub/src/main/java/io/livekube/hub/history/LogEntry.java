package io.livekube.hub.history;

import io.livekube.core.model.KubeObject;
import java.util.Optional;

/// One event of a kind, as watchers are told it.
///
/// @param version the one that the event has upstream; where nobody saw it, one that no other event has
/// @param by the version by which it had happened for certain: the same, but for what nobody saw
/// @param object as it is since, or as it last was
/// @param previous as it was before; empty for one that was not there
public record LogEntry(long version, long by, Type type, KubeObject object, Optional<KubeObject> previous) {
    /// What happened.
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    /// One that was seen.
    static LogEntry seen(long version, Type type, KubeObject object, Optional<KubeObject> previous) {
        return new LogEntry(version, version, type, object, previous);
    }

    /// What it takes in memory beyond what the store holds anyway, roughly: the former version and itself.
    int bytes() {
        int former = previous.map(object -> object.storedBytes() + object.headBytes())
                .orElse(0);
        return former + (type == Type.DELETED ? object.storedBytes() + object.headBytes() : 0) + 120;
    }
}
