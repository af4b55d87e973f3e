package io.livekube.hub.transport;

import java.time.Duration;

/// Size and time limits on request bodies.
///
/// @param bytes maximum size of one body
/// @param buffered maximum total size of all bodies held at once; a request that would exceed it gets 429
/// @param within time limit for receiving one body
public record BodyLimits(int bytes, long buffered, Duration within) {
    public BodyLimits {
        if (bytes < 1 || buffered < bytes) {
            throw new IllegalArgumentException(
                    "buffered bytes (%,d) must be at least the size of one body (%,d)".formatted(buffered, bytes));
        }
        if (!within.isPositive()) {
            throw new IllegalArgumentException("the time limit for receiving a body must be positive, got " + within);
        }
    }

    /// Default limits: an eighth of the heap for all bodies.
    static BodyLimits defaults(int bytes) {
        long eighthOfHeap = Runtime.getRuntime().maxMemory() / 8;
        return new BodyLimits(bytes, Math.max(bytes, eighthOfHeap), Duration.ofSeconds(60));
    }

    BodyLimits withBuffered(long all) {
        return new BodyLimits(bytes, all, within);
    }

    BodyLimits withWithin(Duration time) {
        return new BodyLimits(bytes, buffered, time);
    }
}
