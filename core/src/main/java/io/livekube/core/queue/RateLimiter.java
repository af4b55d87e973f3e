package io.livekube.core.queue;

import io.livekube.core.Backoff;
import java.time.Duration;
import java.util.List;

/// Delay of retried keys: an immutable value that returns a delay and its own successor.
///
/// The queue counts the retries of each key and keeps the latest successor, so one limiter can be given to any number
/// of queues without them sharing a budget.
public interface RateLimiter {

    /// The delay of a key that was retried `retries` times before, asked for at `nanoTime` on the queue's clock, which
    /// starts at zero and never goes back.
    Permit permit(int retries, long nanoTime);

    /// Both limits hold: the longer delay of the two counts, and both are charged.
    default RateLimiter and(RateLimiter other) {
        return new CombinedLimiter(List.of(this, other));
    }

    /// A delay that grows with the retries of each key; jitter is not applied.
    static RateLimiter backoff(Backoff backoff) {
        return new RetryBackoff(backoff);
    }

    /// 5 ms, 10 ms, 20 ms … 1000 s per key, and 10 per second with bursts of 100 for all keys together.
    static RateLimiter standard() {
        return backoff(Backoff.doubling(Duration.ofMillis(5), Duration.ofSeconds(1000)))
                .and(TokenBucket.perSecond(10, 100));
    }

    /// A delay that is not negative, and the limiter for the next call.
    record Permit(Duration delay, RateLimiter next) {
        public Permit {
            if (delay.isNegative()) {
                throw new IllegalArgumentException("delay of a permit is negative: " + delay);
            }
        }
    }
}
