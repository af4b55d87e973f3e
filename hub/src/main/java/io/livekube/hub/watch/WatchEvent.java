package io.livekube.hub.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.history.LogEntry;

/// An event as one group of watches gets it.
///
/// @param object as it is sent, except for its version
/// @param version sent as the object's: that of the event, also where the object is an older one
public record WatchEvent(LogEntry.Type type, KubeObject object, long version) {
    /// One of the objects that a watch begins with.
    public static WatchEvent initial(KubeObject object) {
        return new WatchEvent(LogEntry.Type.ADDED, object, object.resourceVersion());
    }

    /// The same at another version.
    WatchEvent at(long other) {
        return new WatchEvent(type, object, other);
    }
}
