package io.livekube.hub.read;

import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.time.Duration;

/// What a read gives: a whole state at one moment, and how true it is.
///
/// @param state has at least what was asked for: all of the kind, all of the namespace, or the one object
public record ReadResult(Part.Kind kind, Snapshot state, Provenance provenance) {
    /// The same some time later.
    ReadResult later(Duration passed) {
        return new ReadResult(kind, state, provenance.later(passed.isNegative() ? Duration.ZERO : passed));
    }

    /// Of the state.
    public long version() {
        return state.resourceVersion();
    }
}
