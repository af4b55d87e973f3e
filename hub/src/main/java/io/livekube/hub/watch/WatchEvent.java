package io.livekube.hub.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.history.LogEntry;

/// An event as sent to a group of watches.
///
/// @param object the object as sent, except for its version
/// @param version version sent with the object: that of the event, even if the object is an older one
public record WatchEvent(LogEntry.Type type, KubeObject object, long version) {
    /// An event for an object that exists when the watch starts.
    public static WatchEvent initial(KubeObject object) {
        return new WatchEvent(LogEntry.Type.ADDED, object, object.resourceVersion());
    }

    /// Copy with another version.
    WatchEvent at(long other) {
        return new WatchEvent(type, object, other);
    }
}
