package io.livekube.core.watch;

import java.time.Duration;

/// Request for a watch from a version on, or for one that first sends all objects (WatchList).
///
/// @param resourceVersion where to resume; 0 with `initialEvents`
/// @param initialEvents whether the server sends the current objects first, ended by a marked bookmark
/// @param timeout after which the server ends the watch
public record WatchRequest(long resourceVersion, boolean initialEvents, Duration timeout) {
    public String query() {
        String start = initialEvents
                ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                : "&resourceVersion=" + Long.toUnsignedString(resourceVersion);
        return "watch=true&allowWatchBookmarks=true" + start + "&timeoutSeconds=" + timeout.toSeconds();
    }
}
