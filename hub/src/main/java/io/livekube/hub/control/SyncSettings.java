package io.livekube.hub.control;

/// How somebody wants a cluster to be synced.
public record SyncSettings(SyncMode mode, SyncedKinds kinds) {
    @Override
    public String toString() {
        return "mode %s, %s".formatted(mode, kinds);
    }
}
