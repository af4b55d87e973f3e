package io.livekube.agent.uplink;

import io.livekube.protocol.TaskList;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.Optional;

/// Fetches tasks from a hub, and brings back what became of them.
public interface TaskLink {
    /// What came of asking for tasks.
    sealed interface Reply {
        /// The hub answered.
        record Tasks(TaskList list) implements Reply {}

        /// The request was cut off, by whatever does not let one wait so long.
        record Cut(String reason) implements Reply {}

        /// The hub is not there, or does not want to be asked.
        ///
        /// @param retryAfter when the other end wants to be asked again, if it says so
        record Away(String reason, Optional<Duration> retryAfter) implements Reply {}
    }

    /// What became of a result.
    sealed interface Delivery {
        /// The hub has it.
        record Taken() implements Delivery {}

        /// Nobody wants it, now or later.
        record Unwanted(String reason) implements Delivery {}

        /// Whether the hub has it is not known: it may be sent again.
        record Broken(String reason) implements Delivery {}
    }

    /// A result as it travels.
    ///
    /// @param coding how it is packed, as HTTP calls it; empty if it is not
    record Content(String mediaType, Optional<String> coding, BodyPublisher body) {}

    /// Asks for tasks.
    ///
    /// @param wait how long the hub may wait for one to come
    /// @param on whether the agent syncs
    /// @param taken the id of the last wish that the agent took; empty for none
    Reply poll(Duration wait, boolean on, String taken) throws InterruptedException;

    /// Brings a result.
    Delivery deliver(String task, Content content, Duration timeout) throws InterruptedException;
}
