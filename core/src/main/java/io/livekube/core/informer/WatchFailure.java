package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.Action;
import java.time.Instant;

/// A LIST or WATCH that failed, and what comes of it.
///
/// @param scope of an informer for several namespaces, the one that failed
/// @param failure what happened
/// @param next what is done about it: mostly an [Action.Wait], then the same again; [Action.Stop] only after
/// a [RequestFailure.Defect]
/// @param cause the likely cause, in plain words
public record WatchFailure(
        Resource resource, CollectionScope scope, RequestFailure failure, Action next, String cause) {

    /// One line for people: `pods in shop: forbidden: …; waits until …`.
    public String describe() {
        String where = scope.namespace().isEmpty() ? "" : " in " + scope.namespace();
        String then = switch (next) {
            case Action.Wait(Instant until) -> "waits until " + until;
            case Action.FetchPage _ -> "lists now";
            case Action.OpenWatch _, Action.KeepReading _ -> "watches on";
            case Action.Stop _ -> "stopped";
        };
        return resource + where + ": " + cause + "; " + then;
    }
}
