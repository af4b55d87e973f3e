package io.livekube.core.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Waiting times that double up to a cap, with jitter, and start over after a quiet time.
final class Backoff {
    private final Duration initial;
    private final Duration cap;
    private final Duration resetAfter;
    private final RandomGenerator random;
    private int failures;
    private Instant lastFailure = Instant.EPOCH;

    Backoff(Duration initial, Duration cap, Duration resetAfter, RandomGenerator random) {
        this.initial = initial;
        this.cap = cap;
        this.resetAfter = resetAfter;
        this.random = random;
    }

    /// How long to wait after a failure now: between half of and the whole exponential time.
    Duration next(Instant now) {
        if (lastFailure.plus(resetAfter).isBefore(now)) {
            failures = 0;
        }
        lastFailure = now;
        double whole = Math.min((double) cap.toMillis(), (double) initial.toMillis() * Math.pow(2, failures));
        failures++;
        return Duration.ofMillis((long) (whole * (0.5 + random.nextDouble() / 2)));
    }

    void reset() {
        failures = 0;
    }
}
