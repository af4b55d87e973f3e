package io.livekube.agent.uplink;

import io.livekube.protocol.TaskList;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.Optional;

/// Connection for tasks: polls them from a hub and delivers their results.
public interface TaskLink {
    /// Result of a poll.
    sealed interface Reply {
        /// The hub answered.
        record Tasks(TaskList list) implements Reply {}

        /// The request was cut off, probably by a proxy that does not allow long polls.
        record Cut(String reason) implements Reply {}

        /// The hub is not there, or rejects the poll.
        ///
        /// @param retryAfter when to poll again, if the response says so
        record Away(String reason, Optional<Duration> retryAfter) implements Reply {}
    }

    /// Fate of a result.
    sealed interface Delivery {
        /// The hub has it.
        record Taken() implements Delivery {}

        /// The hub does not want it, now or later.
        record Unwanted(String reason) implements Delivery {}

        /// Whether the hub has it is unknown: it may be sent again.
        record Broken(String reason) implements Delivery {}
    }

    /// Body of a result.
    ///
    /// @param coding its Content-Encoding; empty for none
    record Content(String mediaType, Optional<String> coding, BodyPublisher body) {}

    /// Polls for tasks.
    ///
    /// @param wait how long the hub may wait for one
    /// @param on whether the agent syncs
    /// @param taken the id of the last [io.livekube.protocol.Task.SyncControl] that the agent took; empty for
    /// none
    Reply poll(Duration wait, boolean on, String taken) throws InterruptedException;

    /// Delivers a result.
    Delivery deliver(String task, Content content, Duration timeout) throws InterruptedException;
}
