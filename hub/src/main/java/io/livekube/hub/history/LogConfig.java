package io.livekube.hub.history;

import java.time.Duration;

/// Window of a kind's change log.
///
/// @param bytes size limit; beyond it the oldest events are dropped
/// @param longest age limit of an event; a watch that was interrupted for less can resume
public record LogConfig(long bytes, Duration longest) {
    /// Bookmarks are sent about once a minute: a watch must be able to resume from the last one.
    private static final Duration LEAST = Duration.ofSeconds(75);

    public LogConfig {
        if (bytes < 1) {
            throw new IllegalArgumentException("the change log needs at least 1 byte, got %d".formatted(bytes));
        }
        if (longest.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(
                    "the change log must cover at least %s, got %s".formatted(LEAST, longest));
        }
    }

    public static LogConfig defaults() {
        return new LogConfig(32L << 20, Duration.ofMinutes(5));
    }
}
