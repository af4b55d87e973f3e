package io.livekube.hub.http;

import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.fleet.ClusterSummaries;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.FleetReads;
import io.livekube.hub.fleet.Listings;
import io.livekube.hub.fleet.ProblemWatch;
import io.livekube.hub.fleet.RowCache;
import io.livekube.hub.fleet.RowForms;
import io.livekube.hub.fleet.RowStreams;
import io.livekube.hub.fleet.StreamConfig;
import io.livekube.hub.observe.HubObserver;
import io.livekube.hub.read.Reads;
import io.livekube.hub.subscription.Subscriptions;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// What is served for people who look at many clusters, and shares what it knows of rows.
final class FleetEndpoints implements AutoCloseable {
    private final Listings listings;
    private final InstantSource clock;
    private final RowsEndpoint rows;
    private final RelatedEndpoint related;
    private final StreamEndpoint streams;

    FleetEndpoints(
            Clusters clusters,
            Supplier<AgentTokens> agents,
            Reads reads,
            ClusterReads states,
            Subscriptions subscriptions,
            HubObserver observer,
            InstantSource clock) {
        StreamConfig config = StreamConfig.defaults();
        var fleet = new Fleet(clusters, agents);
        var requests = new RowRequests(fleet);
        var forms = new RowForms();
        var cache = new RowCache(config.rowBytes());
        var fleetReads = new FleetReads(fleet, reads, forms, cache, config.clusterWait(), clock);
        this.listings = new Listings(new SplittableRandom());
        this.clock = clock;
        this.rows = new RowsEndpoint(fleet, fleetReads, requests, listings, cache, clock);
        this.related = new RelatedEndpoint(fleet, requests, forms, cache, clock);
        var problems = new ProblemWatch();
        var summaries = new ClusterSummaries(fleet, problems, states::live);
        this.streams = new StreamEndpoint(
                RowStreams.start(
                        new RowStreams.Shared(config, fleet, forms, cache, summaries, problems, observer, clock),
                        subscriptions),
                requests,
                config.unreadBytes());
    }

    RowsEndpoint rows() {
        return rows;
    }

    RelatedEndpoint related() {
        return related;
    }

    StreamEndpoint streams() {
        return streams;
    }

    /// Lets go of what is kept for long enough; to be called from time to time.
    void expire() {
        listings.expire(clock.instant());
    }

    @Override
    public void close() {
        streams.close();
    }
}
