package io.livekube.lab.sync;

import io.livekube.agent.sync.UplinkAction;
import io.livekube.hub.ingest.Ingest;
import io.livekube.protocol.Answer;
import java.time.Instant;

/// Transfers a simulated batch from one core to the other.
interface Wire {
    /// A message that may be delivered any number of times.
    record Message(Object content, long hash) {}

    Message encode(UplinkAction.Post post);

    Answer deliver(Message message, Ingest ingest, Instant now);
}
