package io.livekube.hub.watch;

import java.time.Duration;

/// What a client asked for.
///
/// @param filter selects the objects
/// @param bookmarks whether to send bookmarks now and then
/// @param timeout after which the watch ends
/// @param announceEnd whether a bookmark marks the end of the initial objects
public record WatchOptions(WatchFilter filter, boolean bookmarks, Duration timeout, boolean announceEnd) {}
