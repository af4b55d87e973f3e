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

        /// Something on the way takes no body of this size.
        record TooLarge(String reason) implements Reply {}

        /// It took longer than there is time for.
        record TooSlow(String reason) implements Reply {}

        /// Whether the hub got it is not known: the same bytes have to be sent again.
        ///
        /// @param reason what happened, in plain words
        /// @param retryAfter when the other end wants to be asked again, if it says so
        record NoAnswer(String reason, Optional<Duration> retryAfter) implements Reply {}
    }

    /// Sends the first `length` bytes, and waits for what comes back.
    ///
    /// @param waited how long the oldest change in it has waited; empty if it has none
    Reply send(byte[] body, int length, Optional<Duration> waited) throws InterruptedException;
}
