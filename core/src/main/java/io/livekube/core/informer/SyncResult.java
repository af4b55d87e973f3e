package io.livekube.core.informer;

import java.util.List;
import java.util.stream.Collectors;

/// Which kinds are synced and which are not, with the reasons. Partial success is success for those that are.
public record SyncResult(List<SyncStatus> synced, List<SyncStatus> pending) {
    public SyncResult {
        synced = List.copyOf(synced);
        pending = List.copyOf(pending);
    }

    public boolean complete() {
        return pending.isEmpty();
    }

    /// For those who need all: throws with every reason if one is missing.
    public SyncResult orThrow() {
        if (!complete()) {
            throw new IllegalStateException(
                    "not synced: " + pending.stream().map(SyncStatus::describe).collect(Collectors.joining("; ")));
        }
        return this;
    }
}
