package io.livekube.core.informer;

import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorReport;
import java.time.Duration;

/// Status of one kind, with the reason.
///
/// @param scope with several namespaces, the one in the worst state, which `state`, `report` and `cause` refer to
/// @param cached objects in the cache
/// @param bytes memory of the cache, estimated: the store, and the native memory of its dictionaries
/// @param elapsed since the start, up to the first sync
/// @param report the reflector's report
/// @param cause likely cause of a problem; empty if there is none
public record SyncStatus(
        Resource resource,
        CollectionScope scope,
        SyncState state,
        int cached,
        long bytes,
        Duration elapsed,
        ReflectorReport report,
        String cause) {

    /// One human-readable line: `pods in shop: SYNCING, 3 pages, 1,500 objects, 12.4 MB, 2.1 s: …`.
    public String describe() {
        String where = scope.namespace().isEmpty() ? "" : " in " + scope.namespace();
        return "%s%s: %s, %d pages, %,d objects, %.1f MB, %.1f s%s"
                .formatted(
                        resource,
                        where,
                        state,
                        report.pages(),
                        report.synced() ? cached : report.objects(),
                        report.bytes() / 1e6,
                        elapsed.toMillis() / 1e3,
                        cause.isEmpty() ? "" : ": " + cause);
    }
}
