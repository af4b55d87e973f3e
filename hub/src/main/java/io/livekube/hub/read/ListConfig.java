package io.livekube.hub.read;

import java.time.Duration;

/// Retention of list pages and of lists at past versions.
///
/// @param keep how long the state of a page is kept for the pages that follow
/// @param keptPerKind maximum number of states per kind and cluster; the oldest are evicted first
/// @param kept maximum number of states in total
/// @param fetchedBytes maximum size of all kept states that were fetched; those of the mirror share its memory
/// @param versionWait how long a read waits for a version that has not arrived yet
public record ListConfig(Duration keep, int keptPerKind, int kept, long fetchedBytes, Duration versionWait) {
    /// The API server's own window, which clients may rely on.
    private static final Duration SHORTEST = Duration.ofSeconds(75);

    public ListConfig {
        if (keep.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("keep must be at least %s, got %s".formatted(SHORTEST, keep));
        }
        if (keptPerKind < 1 || kept < keptPerKind || fetchedBytes < 0) {
            throw new IllegalArgumentException(
                    "keptPerKind must be at least 1, kept at least keptPerKind, and fetchedBytes not negative");
        }
        if (versionWait.isNegative()) {
            throw new IllegalArgumentException("versionWait must not be negative, got " + versionWait);
        }
    }

    public static ListConfig defaults() {
        return new ListConfig(Duration.ofMinutes(5), 64, 4_096, 128L << 20, Duration.ofSeconds(3));
    }
}
