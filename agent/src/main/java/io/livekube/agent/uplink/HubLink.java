package io.livekube.agent.uplink;

import io.livekube.protocol.Answer;
import java.time.Duration;
import java.util.Optional;

/// Carries encoded batches to a hub.
public interface HubLink {
    /// What became of a batch.
    sealed interface Reply {
        /// The hub answered.
        record Answered(Answer answer) implements Reply {}

        /// The body is larger than the hub or a proxy accepts.
        record TooLarge(String reason) implements Reply {}

        /// There was no answer in time.
        record TooSlow(String reason) implements Reply {}

        /// Whether the hub got it is unknown: the same bytes have to be sent again.
        ///
        /// @param reason what happened, in plain words
        /// @param retryAfter when to retry, if the response says so
        record NoAnswer(String reason, Optional<Duration> retryAfter) implements Reply {}
    }

    /// Sends the first `length` bytes and waits for the reply.
    ///
    /// @param waited how long the oldest change in it has waited; empty if it has none
    Reply send(byte[] body, int length, Optional<Duration> waited) throws InterruptedException;
}
