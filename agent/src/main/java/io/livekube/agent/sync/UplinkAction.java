package io.livekube.agent.sync;

import io.livekube.protocol.Batch;
import io.livekube.protocol.SharedState;
import java.time.Instant;

/// Next step that an [Uplink] decided on.
public sealed interface UplinkAction {
    /// Send a new batch.
    ///
    /// @param shared the state that the hub holds before it
    record Post(Batch batch, SharedState shared) implements UplinkAction {}

    /// Send the bytes of the last batch again.
    record Repeat() implements UplinkAction {}

    /// Wait until this time, or until something changes.
    record Wait(Instant until) implements UplinkAction {}
}
