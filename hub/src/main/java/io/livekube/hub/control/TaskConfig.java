package io.livekube.hub.control;

import java.time.Duration;

/// Limits on tasks for agents.
///
/// @param queued maximum number of unfinished tasks per cluster
/// @param redeliver time without a result after which a task is delivered again
/// @param goneAfter time without a poll after which an agent counts as disconnected
/// @param longestPoll maximum time that a poll waits for a task
public record TaskConfig(int queued, Duration redeliver, Duration goneAfter, Duration longestPoll) {
    public TaskConfig {
        if (queued < 1) {
            throw new IllegalArgumentException("queued must be at least 1, got " + queued);
        }
        if (!redeliver.isPositive() || !goneAfter.isPositive() || !longestPoll.isPositive()) {
            throw new IllegalArgumentException("redeliver, goneAfter and longestPoll must be positive");
        }
    }

    public static TaskConfig defaults() {
        return new TaskConfig(64, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(25));
    }
}
