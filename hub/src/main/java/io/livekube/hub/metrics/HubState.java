package io.livekube.hub.metrics;

import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.subscription.Subscriptions;
import io.livekube.hub.watch.Watches;
import java.time.InstantSource;

/// State of the hub from which gauges are read.
public record HubState(
        Clusters clusters,
        IngestExecutor ingestExecutor,
        Subscriptions subscriptions,
        Watches watches,
        MemoryPressureMonitor memory,
        InstantSource clock) {}
