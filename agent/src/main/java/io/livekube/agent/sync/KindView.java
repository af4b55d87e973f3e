package io.livekube.agent.sync;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// State of one kind at one moment, as input to the uplink.
///
/// @param snapshot the kind's objects; empty until the first list is complete
/// @param objects number of objects, or of those received so far
/// @param cause description of the problem; empty if there is none
/// @param removedAt the version at which an object was deleted that the snapshot no longer has
/// @param urgent whether a reader waits for it, so that it is sent before others
public record KindView(
        Part.Kind kind,
        Optional<Snapshot> snapshot,
        KindState state,
        int objects,
        String cause,
        ToLongFunction<ObjectKey> removedAt,
        boolean urgent) {

    /// A kind that is not urgent.
    public KindView(
            Part.Kind kind,
            Optional<Snapshot> snapshot,
            KindState state,
            int objects,
            String cause,
            ToLongFunction<ObjectKey> removedAt) {
        this(kind, snapshot, state, objects, cause, removedAt, false);
    }

    Resource resource() {
        return kind.resource();
    }

    Part.Status status() {
        return new Part.Status(resource(), state, objects, cause);
    }
}
