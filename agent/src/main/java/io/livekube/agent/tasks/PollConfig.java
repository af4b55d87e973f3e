package io.livekube.agent.tasks;

import java.time.Duration;

/// How an agent polls for tasks.
///
/// @param longWait how long the hub may hold a poll that has no answer yet
/// @param pause time between two polls while long polls do not get through
/// @param longAgain delay before long polls are tried again
/// @param firstRetry delay after a poll that got no answer; doubles with each failure, plus jitter
/// @param maxRetry maximum delay
public record PollConfig(
        Duration longWait, Duration pause, Duration longAgain, Duration firstRetry, Duration maxRetry) {
    public PollConfig {
        if (longWait.compareTo(Duration.ofSeconds(1)) < 0 || !pause.isPositive() || !longAgain.isPositive()) {
            throw new IllegalArgumentException(
                    "longWait must be at least 1 s, pause and longAgain positive, got %s, %s and %s"
                            .formatted(longWait, pause, longAgain));
        }
        if (!firstRetry.isPositive() || firstRetry.compareTo(maxRetry) > 0) {
            throw new IllegalArgumentException("firstRetry must be positive and not above maxRetry, got %s and %s"
                    .formatted(firstRetry, maxRetry));
        }
    }

    public static PollConfig defaults() {
        return new PollConfig(
                Duration.ofSeconds(25),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                Duration.ofMillis(250),
                Duration.ofSeconds(5));
    }
}
