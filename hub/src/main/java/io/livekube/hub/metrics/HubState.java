package io.livekube.hub.metrics;

import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.watch.Relief;
import io.livekube.hub.watch.WatchBoard;
import java.time.InstantSource;

/// What can be asked of a hub at any time.
public record HubState(
        Clusters clusters, IngestExecutor reception, WatchBoard watches, Relief relief, InstantSource clock) {}
