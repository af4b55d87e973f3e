package io.livekube.hub.read;

import io.livekube.hub.cluster.Freshness;
import io.livekube.protocol.KindState;

/// Where the answer to a read comes from.
enum ReadPlan {
    /// The mirror is fresh.
    MIRROR,
    /// The mirror if it reaches the API server's present version in time, else a fetch, else an error: who
    /// asks for the present is not given the past.
    STRICT,
    /// A fetch; where that fails, the last known state, marked as what it is.
    FETCH_OR_LAST_KNOWN,
    /// A fetch; where that fails, how far the first sync is.
    FETCH_OR_PROGRESS,
    /// Nothing: the API server forbids it, and nothing was ever known.
    FORBIDDEN,
    /// Nothing: the API server has no such kind any more.
    NOT_SERVED;

    /// Who reads strictly is believed to know better than what the agent said a while ago. So is an agent
    /// that follows the kind no more, because it is off.
    ///
    /// @param synced whether a whole state was ever known
    /// @param said what the agent last said of the kind
    static ReadPlan of(boolean synced, KindState said, Freshness.State freshness, boolean strict) {
        if (strict) {
            return STRICT;
        }
        boolean followed = freshness != Freshness.State.OFF;
        if (followed && said == KindState.NOT_SERVED) {
            return NOT_SERVED;
        }
        if (!synced) {
            return followed && said == KindState.DENIED ? FORBIDDEN : FETCH_OR_PROGRESS;
        }
        return freshness == Freshness.State.FRESH ? MIRROR : FETCH_OR_LAST_KNOWN;
    }
}
