package io.livekube.hub.history;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reconstructs a past state by undoing later changes.
///
/// The result is the state of a watch that had received everything up to the version. If an object changed
/// twice within one batch of the agent, only the later change is known; between the two, the object is shown as
/// it was before both.
public final class PastState {
    private PastState() {}

    /// Reconstructs the state at a version.
    ///
    /// @param since changes from that version to the present, oldest first
    public static Snapshot of(Snapshot present, List<LogEntry> since, long version) {
        Map<ObjectKey, Optional<KubeObject>> before = new HashMap<>();
        for (LogEntry entry : since) {
            ObjectKey key = entry.object().key();
            Optional<KubeObject> was = switch (entry.type()) {
                case ADDED -> Optional.empty();
                case MODIFIED -> entry.previous();
                case DELETED -> Optional.of(entry.object());
            };
            before.putIfAbsent(key, was);
        }
        Draft past = present.draft();
        before.forEach((key, was) -> {
            if (was.isPresent()) {
                past.put(was.get());
            } else {
                var _ = past.remove(key);
            }
        });
        return past.at(version).snapshot();
    }
}
