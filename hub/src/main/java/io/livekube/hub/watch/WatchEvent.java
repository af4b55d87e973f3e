package io.livekube.hub.watch;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.history.LogEntry;

/// An event as one group of watchers is told it.
///
/// @param object as it is told, but for its version
/// @param version the object's version as it is told: that of the event, also where the object is an older
/// one
public record WatchEvent(LogEntry.Type type, KubeObject object, long version) {
    /// One of the objects that a watch begins with.
    public static WatchEvent initial(KubeObject object) {
        return new WatchEvent(LogEntry.Type.ADDED, object, object.resourceVersion());
    }
}
