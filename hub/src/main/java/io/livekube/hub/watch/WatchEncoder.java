package io.livekube.hub.watch;

import io.livekube.protocol.Part;

/// Encodes watch events in the requested representation. Watches with equal encoders share their frames.
public interface WatchEncoder {
    /// Encodes an event, including the line end.
    byte[] event(WatchEvent event);

    /// Encodes the first event of a watch, which may have to carry more than later ones.
    default byte[] first(WatchEvent event) {
        return event(event);
    }

    /// Whether [#first] differs from [#event].
    default boolean firstDiffers() {
        return false;
    }

    /// Encodes a bookmark: everything up to a version was sent.
    ///
    /// @param initialEnd whether it marks the end of the initial events
    byte[] bookmark(Part.Kind kind, long version, boolean initialEnd);

    /// Encodes the error that ends the watch.
    ///
    /// @param status a Kubernetes `Status` as JSON
    byte[] error(byte[] status);
}
