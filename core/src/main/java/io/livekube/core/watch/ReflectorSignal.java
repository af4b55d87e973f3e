package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.KubeObject;
import java.util.List;

/// Input of the reflector: something that happened.
public sealed interface ReflectorSignal {
    /// A page of a LIST has arrived completely.
    ///
    /// @param continueToken empty on the last page
    /// @param bytes size on the wire, decompressed
    record Page(List<KubeObject> items, long resourceVersion, String continueToken, long bytes)
            implements ReflectorSignal {}

    /// The watch was accepted.
    record WatchOpened() implements ReflectorSignal {}

    record Applied(KubeObject object) implements ReflectorSignal {}

    record Deleted(KubeObject last) implements ReflectorSignal {}

    /// A bookmark; `initialEventsEnd` marks the end of a WatchList's first part.
    record Bookmark(long resourceVersion, boolean initialEventsEnd) implements ReflectorSignal {}

    /// The server ended the watch cleanly.
    record WatchEnded() implements ReflectorSignal {}

    /// A request, or the watch that was open, failed.
    record Failed(RequestFailure failure) implements ReflectorSignal {}

    /// One object could not be decoded and was skipped.
    record Undecodable(String reason) implements ReflectorSignal {}

    /// The deadline of the last [ReflectorAction] passed.
    record DeadlinePassed() implements ReflectorSignal {}

    /// A request to relist the whole collection, by an audit that found a difference, or by an operator.
    record Relist(String reason) implements ReflectorSignal {}

    /// Discovery confirms that the server no longer has the resource.
    record Removed() implements ReflectorSignal {}

    record Stop() implements ReflectorSignal {}
}
