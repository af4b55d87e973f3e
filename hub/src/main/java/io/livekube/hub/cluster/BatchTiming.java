package io.livekube.hub.cluster;

import java.time.Duration;
import java.util.Optional;

/// When a batch came, and how old its oldest change was then.
///
/// @param nanos as [System#nanoTime] gives it
/// @param waited how long the oldest change had waited at the agent; empty if it does not say
public record BatchTiming(long nanos, Optional<Duration> waited) {
    /// Now, from an agent that does not say more.
    public static BatchTiming now() {
        return new BatchTiming(System.nanoTime(), Optional.empty());
    }

    Duration since() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
