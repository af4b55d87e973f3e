package io.livekube.agent.uplink;

import io.livekube.protocol.Answer;
import java.time.Duration;
import java.util.Optional;

/// Carries encoded batches to a hub.
public interface HubLink {
    /// Outcome of sending a batch.
    sealed interface Reply {
        /// The hub answered.
        record Answered(Answer answer) implements Reply {}

        /// The body is larger than the hub or a proxy accepts.
        record TooLarge(String reason) implements Reply {}

        /// There was no answer in time.
        record TooSlow(String reason) implements Reply {}

        /// It is unknown whether the hub received the batch: the same bytes have to be sent again.
        ///
        /// @param reason description of the failure
        /// @param retryAfter delay before a retry, if the response contains one
        record NoAnswer(String reason, Optional<Duration> retryAfter) implements Reply {}
    }

    /// Sends the first `length` bytes and waits for the reply.
    ///
    /// @param waited how long the oldest change in the batch has waited; empty if it has none
    Reply send(byte[] body, int length, Optional<Duration> waited) throws InterruptedException;
}
