package io.livekube.core.queue;

import java.time.Duration;

/// Configuration of a controller.
///
/// @param workers keys worked on at the same time
/// @param stopTimeout how long [Controller#close()] lets the workers finish what is due
public record ControllerConfig(int workers, Duration stopTimeout) {

    public ControllerConfig {
        if (workers < 1) {
            throw new IllegalArgumentException("a controller needs at least 1 worker, but has " + workers);
        }
        if (stopTimeout.isNegative()) {
            throw new IllegalArgumentException("stopTimeout is negative: " + stopTimeout);
        }
    }

    /// One worker, 30 s to stop.
    public static ControllerConfig defaults() {
        return new ControllerConfig(1, Duration.ofSeconds(30));
    }

    public ControllerConfig withWorkers(int count) {
        return new ControllerConfig(count, stopTimeout);
    }

    public ControllerConfig withStopTimeout(Duration timeout) {
        return new ControllerConfig(workers, timeout);
    }
}
