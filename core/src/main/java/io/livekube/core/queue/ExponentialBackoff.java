package io.livekube.core.queue;

import java.time.Duration;

/// A delay that doubles with every retry of a key, from `first` up to `max`.
public record ExponentialBackoff(Duration first, Duration max) implements RateLimiter {

    public ExponentialBackoff {
        if (!first.isPositive() || max.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "backoff needs 0 < first <= max, but first is " + first + " and max is " + max);
        }
    }

    @Override
    public Permit permit(int retries, long nanoTime) {
        return new Permit(delay(retries), this);
    }

    private Duration delay(int retries) {
        long start = Nanos.of(first);
        long cap = Nanos.of(max);
        // Compared by shifting the cap down, because shifting the start up overflows from some retry on.
        boolean capped = retries >= Long.SIZE - 1 || start > cap >> retries;
        return capped ? max : Duration.ofNanos(start << retries);
    }
}
