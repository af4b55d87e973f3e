package io.livekube.hub.control;

import java.time.Duration;

/// How tasks are handed out.
///
/// @param queued how many tasks of a cluster may wait or be in work
/// @param redeliver after which time without a result a task is handed out again
/// @param goneAfter how long an agent may ask for nothing before it counts as gone
/// @param longestPoll how long an agent that asks is kept waiting for a task
public record TaskConfig(int queued, Duration redeliver, Duration goneAfter, Duration longestPoll) {
    public TaskConfig {
        if (queued < 1) {
            throw new IllegalArgumentException("at least 1 task must be allowed to wait, got " + queued);
        }
        if (!redeliver.isPositive() || !goneAfter.isPositive() || !longestPoll.isPositive()) {
            throw new IllegalArgumentException("redeliver, goneAfter and longestPoll must be positive");
        }
    }

    public static TaskConfig defaults() {
        return new TaskConfig(64, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(25));
    }
}
