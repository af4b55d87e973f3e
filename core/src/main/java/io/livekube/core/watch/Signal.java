package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.KubeObject;
import java.util.List;

/// What happened, as told to the reflector.
public sealed interface Signal {
    /// A page of a LIST came in whole.
    ///
    /// @param continueToken empty on the last page
    /// @param bytes how large it was on the wire, decompressed
    record Page(List<KubeObject> items, long resourceVersion, String continueToken, long bytes) implements Signal {}

    /// The watch was accepted.
    record WatchOpened() implements Signal {}

    record Applied(KubeObject object) implements Signal {}

    record Deleted(KubeObject last) implements Signal {}

    /// A bookmark; `initialEventsEnd` marks the end of a WatchList's first part.
    record Bookmark(long resourceVersion, boolean initialEventsEnd) implements Signal {}

    /// The server ended the watch properly.
    record WatchEnded() implements Signal {}

    /// A request, or the watch that was open, failed.
    record Failed(RequestFailure failure) implements Signal {}

    /// One object could not be decoded and was skipped.
    record Undecodable(String reason) implements Signal {}

    /// The deadline of the last [Action] passed.
    record DeadlinePassed() implements Signal {}

    /// Someone wants the whole collection listed anew: an audit that found a difference, or an operator.
    record Relist(String reason) implements Signal {}

    /// Discovery confirms that the server no longer has the resource.
    record Removed() implements Signal {}

    record Stop() implements Signal {}
}
