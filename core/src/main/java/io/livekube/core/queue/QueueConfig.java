package io.livekube.core.queue;

import java.util.Objects;

/// Configuration of a work queue: name, capacity, and rate of retries.
///
/// @param name in messages, metrics and thread names
/// @param maxKeys keys held at most: queued, delayed and being worked on together, a key counting once. A further key
///     is answered with [Admission.Full]; a key that is held already is never refused, so a worker can always add the
///     key in its hands again. It also bounds the retry counts: beyond it, the count untouched for longest is
///     forgotten.
/// @param rateLimiter the delay of rate-limited adds
public record QueueConfig(String name, int maxKeys, RateLimiter rateLimiter) {

    /// Every pod of the largest clusters (150,000) several times over.
    public static final int DEFAULT_MAX_KEYS = 1_000_000;

    public QueueConfig {
        Objects.requireNonNull(rateLimiter, "rateLimiter");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a queue needs a name: it appears in messages and metrics");
        }
        if (maxKeys < 1) {
            throw new IllegalArgumentException("queue " + name + ": maxKeys must be at least 1, but is " + maxKeys);
        }
    }

    /// The standard limits.
    public static QueueConfig named(String name) {
        return new QueueConfig(name, DEFAULT_MAX_KEYS, RateLimiter.standard());
    }

    public QueueConfig withMaxKeys(int limit) {
        return new QueueConfig(name, limit, rateLimiter);
    }

    public QueueConfig withRateLimiter(RateLimiter limiter) {
        return new QueueConfig(name, maxKeys, limiter);
    }
}
