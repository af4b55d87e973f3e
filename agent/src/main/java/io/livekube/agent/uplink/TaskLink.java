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

        /// The hub is unreachable, or rejects the poll.
        ///
        /// @param retryAfter delay before the next poll, if the response contains one
        record Away(String reason, Optional<Duration> retryAfter) implements Reply {}
    }

    /// Outcome of delivering a result.
    sealed interface Delivery {
        /// The hub has received it.
        record Taken() implements Delivery {}

        /// The hub does not want it, neither now nor later.
        record Unwanted(String reason) implements Delivery {}

        /// It is unknown whether the hub has received it: it may be sent again.
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
    /// @param taken ID of the last [io.livekube.protocol.Task.SyncControl] that the agent applied; empty if none
    Reply poll(Duration wait, boolean on, String taken) throws InterruptedException;

    /// Delivers a result.
    Delivery deliver(String task, Content content, Duration timeout) throws InterruptedException;
}
