package io.livekube.core.queue;

import io.livekube.core.Backoff;

/// Delays each key by its own number of retries, without jitter.
record RetryBackoff(Backoff backoff) implements RateLimiter {
    @Override
    public Permit permit(int retries, long nanoTime) {
        return new Permit(backoff.delay(retries), this);
    }
}
