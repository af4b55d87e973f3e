package io.livekube.hub.control;

/// Settings of a cluster: its sync mode and the kinds to sync.
public record SyncSettings(SyncMode mode, SyncedKinds kinds) {
    @Override
    public String toString() {
        return "mode %s, %s".formatted(mode, kinds);
    }
}
