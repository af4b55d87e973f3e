package io.livekube.hub.read;

import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.time.Duration;

/// Result of a read: a consistent state and its provenance.
///
/// @param state at least what was requested: the whole kind, the whole namespace, or the single object
public record ReadResult(Part.Kind kind, Snapshot state, Provenance provenance) {
    /// This result after some time has passed.
    ReadResult later(Duration passed) {
        return new ReadResult(kind, state, provenance.later(passed.isNegative() ? Duration.ZERO : passed));
    }

    /// Version of the state.
    public long version() {
        return state.resourceVersion();
    }
}
