package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Answer of the hub to a [Batch].
public sealed interface Answer {
    /// The batch was accepted, now or when it was sent before.
    ///
    /// @param pace minimum time until the next batch, set by a busy hub; zero by default
    record Acknowledged(SessionId session, long sequence, List<Ask> asks, Duration pace) implements Answer {
        public Acknowledged {
            asks = List.copyOf(asks);
        }
    }

    /// The resulting state would not match the digests: nothing was applied. The agent sends the digests of
    /// these kinds ([Part.Check]), and everything else again, under the same sequence number.
    record Mismatch(SessionId session, long sequence, Set<Resource> resources) implements Answer {
        public Mismatch {
            resources = Set.copyOf(resources);
        }
    }

    /// The hub does not know the session or its last batches: the agent opens a new session.
    record Reset(String reason) implements Answer {}

    /// Not now: the agent sends the same batch again after the given time.
    record BackOff(Duration after, String reason) implements Answer {}

    /// Sync is off: the agent stops sending until it is turned on.
    record TurnOff(String reason) implements Answer {}

    /// The batch is invalid; sending it again is pointless.
    record Refused(String reason) implements Answer {}
}
