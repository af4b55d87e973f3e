package io.livekube.protocol;

/// How well an agent follows a kind.
public enum KindState {
    /// The first whole state is on its way.
    SYNCING,
    /// Whole, and following the API server.
    SYNCED,
    /// Whole once, but the API server can't be followed at the moment.
    STALE,
    /// The API server forbids it.
    DENIED,
    /// The API server does not have it.
    NOT_SERVED
}
