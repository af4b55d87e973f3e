package io.livekube.hub.control;

import java.time.Duration;

/// How tasks are handed to agents.
///
/// @param queued how many tasks of a cluster may be unfinished
/// @param redeliver time without a result after which a task is handed out again
/// @param goneAfter time without a poll after which an agent counts as gone
/// @param longestPoll how long a poll may wait for a task
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
