package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// What the hub says to a [Batch].
public sealed interface Answer {
    /// The batch was taken, now or when it came before.
    ///
    /// @param pace the least time until the next batch, where the hub has much to do; zero by default
    record Acknowledged(SessionId session, long sequence, List<Ask> asks, Duration pace) implements Answer {
        public Acknowledged {
            asks = List.copyOf(asks);
        }
    }

    /// The batch would not have led to the digests it gives: nothing of it was taken. The agent says what
    /// these kinds should be ([Part.Check]), and everything else again, under the same sequence number.
    record Mismatch(SessionId session, long sequence, Set<Resource> resources) implements Answer {
        public Mismatch {
            resources = Set.copyOf(resources);
        }
    }

    /// The hub does not know the session, or not its last batches: the agent opens a new one.
    record Reset(String reason) implements Answer {}

    /// Not now: the same batch again after a while.
    record BackOff(Duration after, String reason) implements Answer {}

    /// Nobody looks: the agent stops sending until it is told to go on.
    record TurnOff(String reason) implements Answer {}

    /// The batch can't be taken, however often it is sent.
    record Refused(String reason) implements Answer {}
}
