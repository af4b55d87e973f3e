package io.livekube.core.informer;

/// How far a kind's cache can be trusted.
public enum SyncState {
    /// Not started.
    IDLE,
    /// The first whole state is on its way; the cache is empty and must not be taken for the cluster's.
    SYNCING,
    /// Whole, and following the server.
    SYNCED,
    /// Whole once, but the server can't be followed at the moment, or a defect has ended that for good: what is held
    /// may be old.
    STALE,
    /// Not synced within the sync timeout; still trying.
    SYNC_TIMED_OUT,
    /// The server forbids listing or watching, and has done so from the start.
    DENIED,
    /// The server does not have the resource, and never had since the start.
    NOT_SERVED,
    /// A defect has ended it before there was a whole state. Only another informer will sync: close this one.
    DIED,
    /// Closed.
    STOPPED;

    /// Whether there is a whole state to read.
    public boolean readable() {
        return this == SYNCED || this == STALE;
    }
}
