package io.livekube.hub.watch;

import java.time.Duration;

/// Limits and intervals of watches.
///
/// @param watches how many there may be
/// @param perReader how many one reader may have: a token, or an address where readers have no tokens
/// @param bookmarks interval of bookmarks, for watches that ask for them
/// @param shortest least duration of a watch without a timeout; the longest is twice as long
/// @param patience how long a reader may read nothing before its watch is closed
/// @param sharedBytes encoded events to keep for watches that are behind, or come back
public record WatchConfig(
        int watches, int perReader, Duration bookmarks, Duration shortest, Duration patience, long sharedBytes) {
    public WatchConfig {
        if (watches < 1 || perReader < 1 || sharedBytes < 1) {
            throw new IllegalArgumentException("watches, perReader and sharedBytes must be at least 1");
        }
        if (!bookmarks.isPositive() || !shortest.isPositive() || !patience.isPositive()) {
            throw new IllegalArgumentException("bookmarks, shortest and patience must be positive");
        }
    }

    public static WatchConfig defaults() {
        return new WatchConfig(
                15_000, 12_000, Duration.ofMinutes(1), Duration.ofMinutes(30), Duration.ofSeconds(60), 48L << 20);
    }

    public WatchConfig withLimits(int newWatches, int newPerReader) {
        return new WatchConfig(newWatches, newPerReader, bookmarks, shortest, patience, sharedBytes);
    }

    public WatchConfig withTimes(Duration newBookmarks, Duration newPatience) {
        return new WatchConfig(watches, perReader, newBookmarks, shortest, newPatience, sharedBytes);
    }
}
