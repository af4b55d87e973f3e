package io.livekube.core.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Waiting times that double up to a cap, with jitter, and start over after a quiet time.
final class Backoff {
    private final ReflectorConfig.Waits waits;
    private final RandomGenerator random;
    private int failures;
    private Instant lastFailure = Instant.EPOCH;

    Backoff(ReflectorConfig.Waits waits, RandomGenerator random) {
        this.waits = waits;
        this.random = random;
    }

    /// How long to wait after a failure now: between half of and the whole exponential time.
    Duration next(Instant now) {
        if (lastFailure.plus(waits.reset()).isBefore(now)) {
            failures = 0;
        }
        lastFailure = now;
        double doubled = (double) waits.initial().toMillis() * Math.pow(2, failures);
        double whole = Math.min(doubled, (double) waits.cap().toMillis());
        failures++;
        return Duration.ofMillis((long) (whole * (0.5 + random.nextDouble() / 2)));
    }

    void reset() {
        failures = 0;
    }
}
