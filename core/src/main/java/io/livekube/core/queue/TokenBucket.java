package io.livekube.core.queue;

import java.time.Duration;

/// One permit every `interval` for all keys together, after a burst of up to `burst` saved ones.
///
/// Kept as the moment `emptyAt` at which the bucket has (or had) no token left: at a time `t` it holds `(t -
/// emptyAt) / interval` tokens, never more than `burst`. A moment in the future is debt; the next taker waits
/// until it is paid. In whole nanoseconds, so no rounding error accumulates.
public record TokenBucket(Duration interval, int burst, long emptyAt) implements RateLimiter {

    public TokenBucket {
        if (!interval.isPositive() || burst < 1) {
            throw new IllegalArgumentException(
                    "token bucket needs interval > 0 and burst >= 1, but has " + interval + " and " + burst);
        }
        if (interval.compareTo(Duration.ofNanos(Long.MAX_VALUE).dividedBy(burst)) > 0) {
            throw new IllegalArgumentException(
                    "token bucket of " + burst + " tokens every " + interval + " takes more than 292 years to fill");
        }
    }

    /// A full bucket.
    public static TokenBucket perSecond(double rate, int burst) {
        if (!(rate > 0 && rate <= 1e9)) {
            throw new IllegalArgumentException("rate must be above 0 and at most 1e9 per second, but is " + rate);
        }
        return new TokenBucket(Duration.ofNanos(Math.round(1e9 / rate)), burst, Long.MIN_VALUE);
    }

    @Override
    public Permit permit(int retries, long nanoTime) {
        long step = Nanos.of(interval);
        long full = nanoTime - step * burst;
        long empty = Nanos.plus(Math.max(emptyAt, full), step);
        return new Permit(Duration.ofNanos(Math.max(0, empty - nanoTime)), new TokenBucket(interval, burst, empty));
    }
}
