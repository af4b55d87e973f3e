package io.livekube.hub.watch;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;

/// How a watcher wants to be told.
///
/// @param filter what it wants to hear of
/// @param bookmarks whether it wants to hear, now and then, up to where everything has been told
/// @param timeout after which the watch ends by itself
/// @param initial what to tell first; empty if it goes on from what it knows
/// @param announceEnd whether a bookmark marks the end of the initial objects
public record WatchOptions(
        WatchFilter filter,
        boolean bookmarks,
        Duration timeout,
        Optional<Iterator<WatchEvent>> initial,
        boolean announceEnd) {}
