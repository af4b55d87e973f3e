package io.livekube.hub.watch;

import java.time.Duration;

/// How many watches there may be, and how they are kept.
///
/// @param watches in all
/// @param perReader of one reader: a token, or an address where readers have none
/// @param bookmarks how often a watcher that wants them gets one
/// @param shortest the least time after which a watch that names none ends; the longest is twice as long
/// @param sharedBytes encoded events to keep for each kind that is watched
public record WatchConfig(int watches, int perReader, Duration bookmarks, Duration shortest, long sharedBytes) {
    public WatchConfig {
        if (watches < 1 || perReader < 1 || sharedBytes < 1) {
            throw new IllegalArgumentException("watches, perReader and sharedBytes must be at least 1");
        }
        if (!bookmarks.isPositive() || !shortest.isPositive()) {
            throw new IllegalArgumentException("bookmarks and shortest must be positive");
        }
    }

    public static WatchConfig defaults() {
        return new WatchConfig(20_000, 20_000, Duration.ofMinutes(1), Duration.ofMinutes(30), 4 << 20);
    }
}
