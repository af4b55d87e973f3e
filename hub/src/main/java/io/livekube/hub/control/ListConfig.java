package io.livekube.hub.control;

import java.time.Duration;

/// How lists are cut into pages and read at versions.
///
/// @param keep how long a state that a page was cut from is kept for the pages behind it
/// @param keptPerKind how many states of one kind of a cluster are kept; the oldest goes first
/// @param kept how many states are kept in all
/// @param fetchedBytes of all kept states that were fetched; those of the mirror share what it holds anyway
/// @param versionWait how long a read waits for a version that is not here yet
public record ListConfig(Duration keep, int keptPerKind, int kept, long fetchedBytes, Duration versionWait) {
    /// What clients may rely on: the API server's own window.
    private static final Duration SHORTEST = Duration.ofSeconds(75);

    public ListConfig {
        if (keep.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("keep must be at least %s, not %s".formatted(SHORTEST, keep));
        }
        if (keptPerKind < 1 || kept < keptPerKind || fetchedBytes < 0) {
            throw new IllegalArgumentException(
                    "keptPerKind must be at least 1, kept no less than that, fetchedBytes not negative");
        }
        if (versionWait.isNegative()) {
            throw new IllegalArgumentException("versionWait must not be negative, but is " + versionWait);
        }
    }

    public static ListConfig defaults() {
        return new ListConfig(Duration.ofMinutes(5), 64, 4_096, 128L << 20, Duration.ofSeconds(3));
    }

    public ListConfig withKept(int perKind) {
        return new ListConfig(keep, perKind, Math.max(kept, perKind), fetchedBytes, versionWait);
    }

    public ListConfig withVersionWait(Duration changed) {
        return new ListConfig(keep, keptPerKind, kept, fetchedBytes, changed);
    }
}
