package io.livekube.hub.rest;

import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.FleetReads;
import io.livekube.hub.fleet.RetainedListings;
import io.livekube.hub.fleet.RowCache;
import io.livekube.hub.fleet.RowStreams;
import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.search.Search;
import io.livekube.hub.transport.Route;
import io.livekube.hub.transport.RouteTable;
import io.livekube.hub.view.ObjectViews;
import java.time.InstantSource;
import java.util.List;

/// Routes of the REST API, the dashboard and the probes.
public final class RestApi {
    private static final String CLUSTER = "/api/v1/clusters/{cluster}";

    private final RouteTable routes;

    /// Dependencies of the API.
    ///
    /// @param version version of this build, for `/version`
    public record Backend(
            Fleet fleet,
            ReaderAccess readers,
            ClusterEndpoint clusters,
            Search search,
            ObjectViews views,
            FleetReads reads,
            RetainedListings listings,
            RowCache rows,
            RowStreams streams,
            HubMetrics metrics,
            Liveness liveness,
            Readiness readiness,
            InstantSource clock,
            String version) {}

    public RestApi(Backend of) {
        Fleet fleet = of.fleet();
        var parameters = new RowParameters(fleet);
        var probes = new ProbeEndpoint(of.metrics(), of.liveness(), of.readiness(), of.version());
        var dashboard = DashboardEndpoint.fromClassPath();
        var clusters = of.clusters();
        var control = new ControlEndpoint(fleet);
        var search = new SearchEndpoint(of.search(), fleet, of.clock());
        var rows = new RowsEndpoint(fleet, of.reads(), parameters, of.listings(), of.rows(), of.clock());
        var related = new RelatedEndpoint(fleet, parameters, of.views(), of.clock());
        var stream = new StreamEndpoint(of.streams(), parameters, of.readers());

        RouteTable.Rule open = RouteTable.Rule.OPEN;
        RouteTable.Rule reader = (head, _) -> of.readers().require(head);
        routes = new RouteTable()
                .answer("GET, HEAD", "/", open, dashboard::index)
                .answer("GET, HEAD", "/assets/{file}", open, dashboard::asset)
                .answer("GET, HEAD", "/healthz", open, probes::liveness)
                .answer("GET, HEAD", "/livez", open, probes::liveness)
                .answer("GET, HEAD", "/readyz", open, probes::readiness)
                .answer("GET, HEAD", "/version", open, probes::version)
                .answer("GET, HEAD", "/metrics", reader, probes::metrics)
                .answer("GET", "/api/v1/clusters", reader, clusters::list)
                .answer("GET", CLUSTER, reader, clusters::one)
                .answer("DELETE", CLUSTER, reader, control::remove)
                .admit("PUT", CLUSTER + "/sync", reader, control::settings)
                .answer("POST", CLUSTER + "/resync", reader, control::resync)
                .answer("GET", CLUSTER + "/memory", reader, control::memory)
                .answer("GET", CLUSTER + "/events", reader, control::events)
                .answer("GET", CLUSTER + "/resources/{resource}", reader, rows::one)
                .answer("GET", CLUSTER + "/related/{resource}/{namespace}/{name}", reader, related::answer)
                .answer("GET", "/api/v1/resources/{resource}", reader, rows::many)
                .answer("GET", "/api/v1/search", reader, search::answer)
                .answer("GET", "/api/v1/stream", reader, stream::answer);
    }

    /// Routes a path.
    ///
    /// @param parts decoded path segments
    public Route route(List<String> parts) {
        return routes.route(parts);
    }
}
