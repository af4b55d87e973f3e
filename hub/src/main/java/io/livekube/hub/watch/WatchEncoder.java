package io.livekube.hub.watch;

import io.livekube.protocol.Part;

/// Encodes watch events in the form that a reader asked for. Watches with equal encoders share their frames.
public interface WatchEncoder {
    /// One event, with the line end behind it.
    byte[] event(WatchEvent event);

    /// The first event of a watch, which may have to carry more than the others.
    default byte[] first(WatchEvent event) {
        return event(event);
    }

    /// Whether [#first] differs from [#event].
    default boolean firstSaysMore() {
        return false;
    }

    /// A bookmark: everything up to a version was sent.
    ///
    /// @param initialEnd whether this is the end of the initial events
    byte[] bookmark(Part.Kind kind, long version, boolean initialEnd);

    /// The watch ends with an error.
    ///
    /// @param status a Kubernetes `Status`, as JSON
    byte[] error(byte[] status);
}
