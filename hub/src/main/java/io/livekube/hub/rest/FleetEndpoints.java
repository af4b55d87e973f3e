package io.livekube.hub.rest;

import io.livekube.hub.fleet.ClusterSummaries;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.FleetReads;
import io.livekube.hub.fleet.ProblemTracker;
import io.livekube.hub.fleet.RetainedListings;
import io.livekube.hub.fleet.RowCache;
import io.livekube.hub.fleet.RowRenderers;
import io.livekube.hub.fleet.RowStreams;
import io.livekube.hub.fleet.StreamConfig;
import java.time.InstantSource;
import java.util.SplittableRandom;

/// Endpoints over many clusters, with the state that they share.
final class FleetEndpoints implements AutoCloseable {
    private final RetainedListings listings;
    private final InstantSource clock;
    private final RowsEndpoint rows;
    private final RelatedEndpoint related;
    private final StreamEndpoint streams;

    FleetEndpoints(RestApi.Backend of, ClusterEndpoint states) {
        InstantSource clock = of.clock();
        StreamConfig config = StreamConfig.defaults();
        var fleet = new Fleet(of.clusters(), of.expected());
        var requests = new RowParameters(fleet);
        var renderers = new RowRenderers(of.views());
        var cache = new RowCache(config.rowBytes());
        var fleetReads = new FleetReads(fleet, of.reads(), renderers, cache, config.clusterWait(), clock);
        this.listings = new RetainedListings(new SplittableRandom());
        this.clock = clock;
        this.rows = new RowsEndpoint(fleet, fleetReads, requests, listings, cache, clock);
        this.related = new RelatedEndpoint(fleet, requests, of.views(), clock);
        var problems = new ProblemTracker(of.views());
        var summaries = new ClusterSummaries(fleet, problems, states::live);
        this.streams = new StreamEndpoint(
                RowStreams.start(
                        new RowStreams.Shared(
                                config, fleet, renderers, cache, summaries, problems, of.metrics(), clock),
                        of.subscriptions()),
                requests,
                of.readers(),
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

    /// Evicts what has expired; to be called from time to time.
    void expire() {
        listings.expire(clock.instant());
    }

    @Override
    public void close() {
        streams.close();
    }
}
