package io.livekube.hub.read;

import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.time.Instant;

/// A list that an agent has fetched from the API server.
///
/// @param asked when the agent was asked; the list is at least this recent
/// @param skipped number of objects that could not be decoded and are omitted
record FetchedList(Part.Kind kind, Snapshot state, Instant asked, int skipped) {
    /// Memory used.
    long bytes() {
        return state.footprint().totalBytes();
    }
}
