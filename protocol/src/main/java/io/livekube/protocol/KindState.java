package io.livekube.protocol;

/// Sync state of a kind at the agent.
public enum KindState {
    /// The first list is not complete yet.
    SYNCING,
    /// Complete, and following the API server.
    SYNCED,
    /// Was complete, but the API server can't be followed at the moment.
    STALE,
    /// The API server forbids it.
    DENIED,
    /// The API server does not serve it.
    NOT_SERVED
}
