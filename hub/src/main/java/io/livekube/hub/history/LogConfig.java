package io.livekube.hub.history;

import java.time.Duration;

/// How much of a kind's history is kept.
///
/// @param bytes at most, whatever else is said: beyond it the oldest go first
/// @param longest after which time an event is let go; a watcher that was away for less can go on
public record LogConfig(long bytes, Duration longest) {
    /// Watchers hear of the present version about once a minute: who was away for less must be able to go
    /// on.
    private static final Duration LEAST = Duration.ofSeconds(75);

    public LogConfig {
        if (bytes < 1) {
            throw new IllegalArgumentException("a log needs room, got %d bytes".formatted(bytes));
        }
        if (longest.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("a log must go back for at least %s, got %s".formatted(LEAST, longest));
        }
    }

    public static LogConfig defaults() {
        return new LogConfig(32L << 20, Duration.ofMinutes(5));
    }
}
