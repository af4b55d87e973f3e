package io.livekube.hub.watch;

import java.time.Duration;

/// Options requested by the client of a watch.
///
/// @param filter selects the objects
/// @param bookmarks whether to send bookmarks
/// @param timeout time after which the watch ends
/// @param announceEnd whether to mark the end of the initial objects with a bookmark
public record WatchOptions(WatchFilter filter, boolean bookmarks, Duration timeout, boolean announceEnd) {}
