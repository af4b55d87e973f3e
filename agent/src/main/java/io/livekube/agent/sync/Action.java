package io.livekube.agent.sync;

import io.livekube.protocol.Batch;
import io.livekube.protocol.SharedState;
import java.time.Instant;

/// What an [Uplink] wants done next.
public sealed interface Action {
    /// Send a new batch.
    ///
    /// @param shared what the hub has before it
    record Post(Batch batch, SharedState shared) implements Action {}

    /// Send the bytes of the last batch again.
    record Repeat() implements Action {}

    /// Nothing, until then or until something changes.
    record Wait(Instant until) implements Action {}
}
