package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorAction;
import java.time.Instant;

/// Failed LIST or WATCH, and the next step.
///
/// @param scope of an informer for several namespaces, the one that failed
/// @param failure the failure
/// @param next the next step: mostly a [ReflectorAction.Wait] before a retry; [ReflectorAction.Stop] only
/// after a [RequestFailure.Defect]
/// @param cause the likely cause, in plain words
public record WatchFailure(
        Resource resource, CollectionScope scope, RequestFailure failure, ReflectorAction next, String cause) {

    /// One line for people: `pods in shop: forbidden: …; waits until …`.
    public String describe() {
        String where = scope.namespace().isEmpty() ? "" : " in " + scope.namespace();
        String then = switch (next) {
            case ReflectorAction.Wait(Instant until) -> "waits until " + until;
            case ReflectorAction.FetchPage _ -> "lists now";
            case ReflectorAction.OpenWatch _, ReflectorAction.KeepReading _ -> "watches on";
            case ReflectorAction.Stop _ -> "stopped";
        };
        return resource + where + ": " + cause + "; " + then;
    }
}
