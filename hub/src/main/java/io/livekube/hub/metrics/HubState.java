package io.livekube.hub.metrics;

import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.watch.Watches;
import java.time.InstantSource;

/// What can be asked of a hub at any time.
public record HubState(
        Clusters clusters,
        IngestExecutor ingestExecutor,
        Subscriptions subscriptions,
        Watches watches,
        MemoryPressureMonitor memory,
        InstantSource clock) {}
