package io.livekube.core.informer;

import java.util.List;
import java.util.stream.Collectors;

/// Result of waiting for kinds: the synced ones, and the others with reasons. Synced kinds can be used even
/// if others are not.
public record SyncResult(List<SyncStatus> synced, List<SyncStatus> pending) {
    public SyncResult {
        synced = List.copyOf(synced);
        pending = List.copyOf(pending);
    }

    public boolean complete() {
        return pending.isEmpty();
    }

    /// Throws with all reasons if a kind is not synced.
    public SyncResult orThrow() {
        if (!complete()) {
            throw new IllegalStateException(
                    "not synced: " + pending.stream().map(SyncStatus::describe).collect(Collectors.joining("; ")));
        }
        return this;
    }
}
