package io.livekube.hub;

import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.transport.HttpLimits;
import io.livekube.hub.watch.WatchTimes;

/// Limits of a hub that no user sets.
///
/// @param http on connections, requests and bodies
/// @param executor how many batches are processed at the same time
/// @param watches intervals of watches
record HubLimits(HttpLimits http, IngestExecutorConfig executor, WatchTimes watches) {
    /// @param bodyBytes limit of the agent protocol
    static HubLimits defaults(int bodyBytes) {
        return new HubLimits(HttpLimits.defaults(bodyBytes), IngestExecutorConfig.defaults(), WatchTimes.defaults());
    }
}
