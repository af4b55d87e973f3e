package io.livekube.hub.transport;

import java.time.Duration;

/// How large bodies of requests may be, and how slow.
///
/// @param bytes of one
/// @param buffered bytes of all that are held at once; a request that would exceed them gets 429
/// @param within how long one may take to come
public record BodyLimits(int bytes, long buffered, Duration within) {
    public BodyLimits {
        if (bytes < 1 || buffered < bytes) {
            throw new IllegalArgumentException(
                    "buffered bytes (%,d) must have room for one body (%,d)".formatted(buffered, bytes));
        }
        if (!within.isPositive()) {
            throw new IllegalArgumentException("a body needs some time to come, not " + within);
        }
    }

    /// An eighth of the heap for all.
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
