package io.livekube.core.watch;

import io.livekube.core.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/// Failures in a row, and the delay that follows from them. A streak ends with [#reset], and after a quiet time.
final class FailureStreak {
    private static final Duration QUIET_AT_LEAST = Duration.ofMinutes(2);

    private final Backoff backoff;
    private final RandomGenerator random;
    private final Duration quiet;
    private int failures;
    private Instant lastFailure = Instant.EPOCH;

    FailureStreak(Backoff backoff, RandomGenerator random) {
        this.backoff = backoff;
        this.random = random;
        this.quiet = Collections.max(List.of(QUIET_AT_LEAST, backoff.longest().multipliedBy(2)));
    }

    /// Delay after a failure now.
    Duration next(Instant now) {
        if (lastFailure.plus(quiet).isBefore(now)) {
            failures = 0;
        }
        lastFailure = now;
        return backoff.delay(failures++, random);
    }

    void reset() {
        failures = 0;
    }
}
