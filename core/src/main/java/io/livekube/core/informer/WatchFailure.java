package io.livekube.core.informer;

import io.livekube.core.RequestFailure;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorAction;
import java.time.Instant;

/// Failed LIST or WATCH, and the next step.
///
/// @param scope the scope that failed, if an informer has several
/// @param failure the failure
/// @param next the next step: usually a [ReflectorAction.Wait] before a retry; [ReflectorAction.Stop] only
/// after a [RequestFailure.Defect]
/// @param cause description of the likely cause
public record WatchFailure(
        Resource resource, CollectionScope scope, RequestFailure failure, ReflectorAction next, String cause) {

    /// One human-readable line: `pods in shop: forbidden: …; retrying at …`.
    public String describe() {
        String where = scope.namespace().isEmpty() ? "" : " in " + scope.namespace();
        String then = switch (next) {
            case ReflectorAction.Wait(Instant until) -> "retrying at " + until;
            case ReflectorAction.FetchPage _ -> "relisting now";
            case ReflectorAction.OpenWatch _, ReflectorAction.KeepReading _ -> "continuing to watch";
            case ReflectorAction.Stop _ -> "stopped";
        };
        return resource + where + ": " + cause + "; " + then;
    }
}
