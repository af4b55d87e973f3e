package io.livekube.hub.cluster;

import java.time.Duration;
import java.util.Optional;

/// When a batch arrived, and how old its oldest change was then.
///
/// @param nanos arrival, by [System#nanoTime]
/// @param waited how long the oldest change had waited at the agent; empty if unknown
public record BatchTiming(long nanos, Optional<Duration> waited) {
    Duration since() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
