package io.livekube.hub.watch;

import java.time.Duration;

/// Intervals of watches.
///
/// @param bookmarks interval of bookmarks, for watches that ask for them
/// @param patience how long a reader may read nothing before its watch is closed
public record WatchTimes(Duration bookmarks, Duration patience) {
    public static WatchTimes defaults() {
        return new WatchTimes(Duration.ofMinutes(1), Duration.ofSeconds(60));
    }
}
