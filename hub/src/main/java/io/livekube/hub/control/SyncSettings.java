package io.livekube.hub.control;

/// Settings of a cluster: whether it is synced, and which kinds.
public record SyncSettings(SyncMode mode, SyncedKinds kinds) {
    @Override
    public String toString() {
        return "mode %s, %s".formatted(mode, kinds);
    }
}
