package io.livekube.core.informer;

/// State of a kind's cache.
public enum SyncState {
    /// Not started.
    IDLE,
    /// The first complete state is being loaded; an empty cache does not mean that the cluster has no objects.
    SYNCING,
    /// Complete, and following the server.
    SYNCED,
    /// Was complete, but the server can't be followed at the moment, or a bug has ended that for good: the
    /// cache may be outdated.
    STALE,
    /// Not synced within the sync timeout; still trying.
    SYNC_TIMED_OUT,
    /// The server has forbidden listing or watching from the start.
    DENIED,
    /// The server has not served the resource since the start.
    NOT_SERVED,
    /// A bug stopped it before the first complete state. Close it: only a new informer can sync.
    DIED,
    /// Closed.
    STOPPED;

    /// Whether there is a complete state to read.
    public boolean readable() {
        return this == SYNCED || this == STALE;
    }
}
