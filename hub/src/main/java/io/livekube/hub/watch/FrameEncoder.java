package io.livekube.hub.watch;

import io.livekube.protocol.Part;

/// Writes events in the form that a watcher reads.
public interface FrameEncoder {
    /// One event, with the line end behind it.
    byte[] event(WatchEvent event);

    /// The first event of a watch, which may have to say more.
    default byte[] first(WatchEvent event) {
        return event(event);
    }

    /// Whether [#first] differs from [#event].
    default boolean firstSaysMore() {
        return false;
    }

    /// That everything up to a version has been told.
    ///
    /// @param initialEnd that this is the end of the initial events
    byte[] bookmark(Part.Kind kind, long version, boolean initialEnd);

    /// That the watch ends, and why.
    ///
    /// @param status a Kubernetes `Status`, as JSON
    byte[] error(byte[] status);
}
