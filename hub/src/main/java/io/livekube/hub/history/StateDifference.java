package io.livekube.hub.history;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Events that lead from a state that bypassed the mirror to a later state of the mirror.
///
/// A reader that listed while sync was being turned on has a version that predates the log, or one that the log
/// skips within a step. The difference between the two states is what this reader has missed: the last change
/// of each object, with deletions at versions that no other event has.
public final class StateDifference {
    private StateDifference() {}

    /// Compares two states.
    ///
    /// @param namespace namespace to compare; empty for all
    /// @return events ordered by version; empty if the first state does not lead to the second
    public static Optional<List<LogEntry>> between(Snapshot known, Snapshot present, String namespace) {
        boolean whole = namespace.isEmpty();
        Snapshot before = whole
                ? known
                : Snapshot.EMPTY
                        .draft(known.list(namespace), known.resourceVersion())
                        .snapshot();
        List<Change> changes =
                before
                        .draft(whole ? present.list() : present.list(namespace), present.resourceVersion())
                        .changes()
                        .stream()
                        .filter(change -> !isSame(change))
                        .toList();
        return Long.compareUnsigned(present.resourceVersion(), known.resourceVersion()) < 0
                ? Optional.empty()
                : Sequencer.order(changes, Map.of(), known.resourceVersion(), present.resourceVersion());
    }

    /// Whether the object is the same, encoded differently.
    private static boolean isSame(Change change) {
        return change instanceof Change.Updated(KubeObject old, KubeObject object)
                && old.resourceVersion() == object.resourceVersion();
    }
}
