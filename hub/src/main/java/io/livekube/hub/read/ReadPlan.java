package io.livekube.hub.read;

import io.livekube.hub.cluster.Freshness;
import io.livekube.protocol.KindState;

/// How a read is answered.
enum ReadPlan {
    /// From the mirror, which is fresh.
    MIRROR,
    /// From the mirror if it reaches the API server's current version in time, otherwise by a fetch, otherwise
    /// with an error: a strict read never returns an older state.
    STRICT,
    /// By a fetch; if that fails, with the last known state, marked as such.
    FETCH_OR_LAST_KNOWN,
    /// By a fetch; if that fails, with the progress of the first sync.
    FETCH_OR_PROGRESS,
    /// With an error: the API server forbids the read, and there has never been a complete state.
    FORBIDDEN,
    /// With an error: the API server no longer serves the kind.
    NOT_SERVED;

    /// Chooses the plan. Strict reads always ask the API server, because the agent's report may be outdated; so
    /// do reads of kinds that the agent does not follow because sync is off.
    ///
    /// @param synced whether there has ever been a complete state
    /// @param reported last state that the agent reported
    static ReadPlan of(boolean synced, KindState reported, Freshness.State freshness, boolean strict) {
        if (strict) {
            return STRICT;
        }
        boolean followed = freshness != Freshness.State.OFF;
        if (followed && reported == KindState.NOT_SERVED) {
            return NOT_SERVED;
        }
        if (!synced) {
            return followed && reported == KindState.DENIED ? FORBIDDEN : FETCH_OR_PROGRESS;
        }
        return freshness == Freshness.State.FRESH ? MIRROR : FETCH_OR_LAST_KNOWN;
    }
}
