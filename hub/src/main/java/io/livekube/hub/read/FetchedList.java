package io.livekube.hub.read;

import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.time.Instant;

/// What an agent read from the API server for somebody.
///
/// @param asked when the agent was asked: it is at least as new as that
/// @param skipped how many objects of it could not be decoded, and are missing in the state
record FetchedList(Part.Kind kind, Snapshot state, Instant asked, int skipped) {
    /// What it takes in memory.
    long bytes() {
        return state.footprint().totalBytes();
    }
}
