package io.livekube.hub.rest;

import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.FleetReads;
import io.livekube.hub.fleet.RetainedListings;
import io.livekube.hub.fleet.RowCache;
import io.livekube.hub.fleet.RowStreams;
import io.livekube.hub.health.Liveness;
import io.livekube.hub.health.Readiness;
import io.livekube.hub.metrics.HubMetrics;
import io.livekube.hub.search.Search;
import io.livekube.hub.transport.ErrorFormat;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.hub.transport.Route;
import io.livekube.hub.view.ObjectViews;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// Routes of the REST API, the dashboard and the probes.
public final class RestApi {
    private final ReaderAccess readers;
    private final DashboardEndpoint dashboard = DashboardEndpoint.fromClassPath();
    private final ProbeEndpoint probes;
    private final ClusterEndpoint clusters;
    private final ControlEndpoint control;
    private final SearchEndpoint search;
    private final RowsEndpoint rows;
    private final RelatedEndpoint related;
    private final StreamEndpoint streams;

    /// Dependencies of the API.
    ///
    /// @param expected tokens of all clusters, registered or not
    /// @param version version of this build, for `/version`
    public record Backend(
            Clusters clusters,
            Supplier<AgentTokens> expected,
            ReaderAccess readers,
            ClusterEndpoint states,
            Search search,
            ObjectViews views,
            Fleet fleet,
            FleetReads fleetReads,
            RetainedListings listings,
            RowCache rows,
            RowStreams streams,
            HubMetrics metrics,
            Liveness liveness,
            Readiness readiness,
            InstantSource clock,
            String version) {}

    public RestApi(Backend of) {
        this.readers = of.readers();
        this.probes = new ProbeEndpoint(of.metrics(), of.liveness(), of.readiness(), of.version());
        this.clusters = of.states();
        this.control = new ControlEndpoint(of.clusters(), of.expected(), new MemoryReport(of.clusters()));
        this.search = new SearchEndpoint(of.search(), of.clusters(), of.expected(), of.clock());
        var parameters = new RowParameters(of.fleet());
        this.rows = new RowsEndpoint(of.fleet(), of.fleetReads(), parameters, of.listings(), of.rows(), of.clock());
        this.related = new RelatedEndpoint(of.fleet(), parameters, of.views(), of.clock());
        this.streams = new StreamEndpoint(of.streams(), parameters, of.readers());
    }

    /// Routes a path.
    ///
    /// @param parts decoded path segments
    public Route route(List<String> parts) {
        int size = parts.size();
        if (size > 1) {
            return switch (parts.getFirst()) {
                case "api" ->
                    size > 2 && parts.get(1).equals("v1") ? version1(parts.subList(2, size)) : Route.notFound();
                case "assets" ->
                    size == 2
                            ? open(exchange -> dashboard.answer(exchange, "assets/" + parts.get(1)))
                            : Route.notFound();
                default -> Route.notFound();
            };
        }
        return switch (parts.getFirst()) {
            case "" -> open(exchange -> dashboard.answer(exchange, DashboardEndpoint.INDEX));
            case "healthz", "livez" -> open(probes::liveness);
            case "readyz" -> open(probes::readiness);
            case "version" -> open(probes::version);
            case "metrics" -> read("", probes::metrics);
            default -> Route.notFound();
        };
    }

    private Route version1(List<String> parts) {
        int size = parts.size();
        return switch (parts.getFirst()) {
            case "clusters" -> size == 1 ? read("", clusters::list) : cluster(parts.get(1), parts.subList(2, size));
            case "search" -> size == 1 ? read("", search::answer) : Route.notFound();
            case "stream" -> size == 1 ? read("", streams::answer) : Route.notFound();
            case "resources" -> size == 2 ? read("", exchange -> rows.many(exchange, parts.get(1))) : Route.notFound();
            default -> Route.notFound();
        };
    }

    /// Routes a path below `/api/v1/clusters/{cluster}`.
    private Route cluster(String id, List<String> parts) {
        return switch (parts.size()) {
            case 0 ->
                read(id, exchange -> {
                    if (exchange.method().equals("DELETE")) {
                        control.remove(exchange, id);
                    } else {
                        clusters.one(exchange, id);
                    }
                });
            case 1 ->
                switch (parts.getFirst()) {
                    case "sync" ->
                        new Route(id, ErrorFormat.PLAIN, head -> {
                            readers.require(head);
                            control.admit(head, id);
                            return new RequestHandling.WithBody(
                                    ControlEndpoint.SETTINGS, (exchange, body) -> control.set(exchange, id, body));
                        });
                    case "resync" -> read(id, exchange -> control.resync(exchange, id));
                    case "memory" -> read(id, exchange -> control.memory(exchange, id));
                    case "events" -> read(id, exchange -> control.events(exchange, id));
                    default -> Route.notFound();
                };
            case 2 ->
                parts.getFirst().equals("resources")
                        ? read(id, exchange -> rows.one(exchange, id, parts.get(1)))
                        : Route.notFound();
            case 4 ->
                parts.getFirst().equals("related")
                        ? read(id, exchange -> related.answer(exchange, id, parts.get(1), parts.get(2), parts.get(3)))
                        : Route.notFound();
            default -> Route.notFound();
        };
    }

    private static Route open(RequestHandling.Work work) {
        return new Route("", ErrorFormat.PLAIN, _ -> new RequestHandling.Answer(work));
    }

    private Route read(String cluster, RequestHandling.Work work) {
        return new Route(cluster, ErrorFormat.PLAIN, head -> {
            readers.require(head);
            return new RequestHandling.Answer(work);
        });
    }
}
