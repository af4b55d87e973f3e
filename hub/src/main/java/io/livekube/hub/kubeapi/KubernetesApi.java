package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.kubeapi.review.ReviewKind;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.read.FreshnessHeaders;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadResult;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.hub.transport.Route;
import io.livekube.hub.watch.JsonWatchEncoder;
import io.livekube.hub.watch.WatchEncoder;
import io.livekube.hub.watch.Watches;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/// Read-only Kubernetes API of each cluster. Never serves a partial state.
public final class KubernetesApi {
    private static final Duration RETRY_CONNECTED = Duration.ofSeconds(5);

    private final Fleet fleet;
    private final ReaderAccess readers;
    private final ListEndpoint lists;
    private final WatchEndpoint watches;
    private final DiscoveryEndpoint discovery;
    private final KindTables tables;
    private final EventLoopReads quick;
    private final InstantSource clock;

    public KubernetesApi(Fleet fleet, Reads reads, ReaderAccess readers, Watches watches, InstantSource clock) {
        this.fleet = fleet;
        this.readers = readers;
        this.clock = clock;
        this.watches = new WatchEndpoint(watches, reads, new WatchStart(reads), readers, clock, new Random());
        this.discovery = new DiscoveryEndpoint(reads, clock);
        this.tables = new KindTables(reads);
        this.lists = new ListEndpoint(reads, tables, clock);
        this.quick = new EventLoopReads(fleet, reads, lists);
    }

    /// Routes a path: `clusters`, the cluster's name, and a path of the Kubernetes API.
    ///
    /// @param parts decoded path segments
    public Route route(List<String> parts) {
        if (parts.size() < 3) {
            return Route.notFound();
        }
        String cluster = parts.get(1);
        List<String> path = parts.subList(2, parts.size());
        return new Route(cluster, KubernetesStatus.ERRORS, head -> admit(head, cluster, path));
    }

    private RequestHandling admit(HttpExchange head, String cluster, List<String> path) {
        readers.require(head);
        Optional<ReviewKind> review = head.method().equals("POST") ? ReviewKind.at(path) : Optional.empty();
        if (review.isPresent()) {
            return new RequestHandling.WithBody(
                    ReviewEndpoint.LIMIT, (exchange, body) -> review(exchange, cluster, review.get(), body));
        }
        return quick.answers(head, cluster, path)
                ? new RequestHandling.Answered()
                : new RequestHandling.Answer(exchange -> answer(exchange, cluster, path));
    }

    private void answer(HttpExchange exchange, String id, List<String> parts) throws InterruptedException {
        Cluster cluster = cluster(exchange, id);
        Optional<ReadTarget> objects = ResourcePath.parse(parts);
        FreshnessHeaders.mark(exchange, known(cluster, objects));
        requireRead(exchange, parts, cluster);
        Optional<DiscoveryPath> what = DiscoveryPath.parse(parts);
        if (what.isPresent()) {
            discovery.answer(exchange, cluster, what.get());
            return;
        }
        boolean watch = isWatch(exchange);
        if (watch
                && exchange.header("Upgrade")
                        .filter("websocket"::equalsIgnoreCase)
                        .isPresent()) {
            // fabric8 tries WebSocket first and falls back only on this status; on others it waits for the end.
            throw HttpProblem.of(503, "Watches over WebSocket are not supported: retry without the Upgrade header.");
        }
        ReadTarget target = objects.orElseThrow(
                () -> HttpProblem.of(404, "The mirror does not serve /%s.".formatted(String.join("/", parts))));
        try {
            if (watch) {
                watch(exchange, cluster, target);
            } else if (target.single()) {
                get(exchange, cluster, target);
            } else {
                lists.list(exchange, cluster, target);
            }
        } catch (ReadFailedException e) {
            throw FreshnessHeaders.failed(exchange, e, target.resource(), cluster);
        }
    }

    private Cluster cluster(HttpExchange exchange, String id) {
        Optional<Cluster> found = fleet.find(id);
        if (found.isPresent()) {
            return found.get();
        }
        if (!fleet.hasToken(id)) {
            throw HttpProblem.noCluster(id);
        }
        Freshness unknown = Freshness.at(Optional.empty(), clock.instant());
        FreshnessHeaders.put(
                exchange, new Provenance(unknown, Provenance.Source.MIRROR, Optional.empty(), ""), "cluster " + id);
        throw HttpProblem.later(
                503,
                RETRY_CONNECTED,
                "No data for cluster %s yet: its agent has not connected since the hub started.".formatted(id));
    }

    /// Answers an access review.
    private void review(HttpExchange exchange, String id, ReviewKind kind, byte[] body) throws InterruptedException {
        Cluster cluster = cluster(exchange, id);
        FreshnessHeaders.mark(exchange, known(cluster, Optional.empty()));
        ReviewEndpoint.send(exchange, kind, body, discovery.catalogue(exchange, cluster));
    }

    /// Freshness of the addressed state, reported regardless of the outcome of the request.
    ///
    /// @param objects empty for something of the cluster itself
    private Provenance known(Cluster cluster, Optional<ReadTarget> objects) {
        Instant now = clock.instant();
        Freshness freshness = objects.map(of -> KindFreshness.of(cluster, of.resource(), now))
                .orElseGet(() -> {
                    Freshness byContact =
                            Freshness.at(cluster.mirror().contact().map(ClusterMirror.Contact::at), now);
                    return cluster.activation().on() ? byContact : byContact.off();
                });
        return Provenance.ofMirror(cluster, freshness, "");
    }

    private static void requireRead(HttpExchange exchange, List<String> path, Cluster cluster) {
        if (ReviewKind.at(path).isPresent()) {
            throw HttpProblem.methodNotAllowed(
                    "POST", "Reviews must be created with POST, not %s.".formatted(exchange.method()));
        }
        if (!exchange.method().equals("GET")) {
            throw HttpProblem.methodNotAllowed(
                    "GET",
                    "This is a read-only mirror of cluster %s: send %s to its API server%s."
                            .formatted(
                                    cluster.id(),
                                    exchange.method(),
                                    cluster.server().isEmpty() ? " itself" : ", " + cluster.server()));
        }
    }

    private static boolean isWatch(HttpExchange exchange) {
        return exchange.parameter("watch")
                .filter(w -> !w.equals("false") && !w.equals("0"))
                .isPresent();
    }

    private void watch(HttpExchange exchange, Cluster cluster, ReadTarget target)
            throws InterruptedException, ReadFailedException {
        ObjectRepresentation form = ObjectRepresentation.of(exchange, ObjectRepresentation.Subject.WATCH);
        Resource resource = target.resource();
        Predicate<KubeObject> matches = ListEndpoint.selection(exchange, cluster, resource);
        WatchEncoder frames = switch (form) {
            case ObjectRepresentation.Json _ -> JsonWatchEncoder.WHOLE;
            case ObjectRepresentation.Metadata partial -> new MetadataWatchEncoder(partial);
            case ObjectRepresentation.Table table ->
                new TableWatchEncoder(tables.rows(exchange, cluster, resource, table), clock);
        };
        var wanted = new WatchEndpoint.Wanted(cluster, resource, target.namespace(), matches.and(target::includes));
        watches.begin(exchange, wanted, frames);
    }

    private void get(HttpExchange exchange, Cluster cluster, ReadTarget target)
            throws InterruptedException, ReadFailedException {
        ObjectRepresentation form = ObjectRepresentation.of(exchange, ObjectRepresentation.Subject.OBJECT);
        VersionMatch version = VersionMatch.parse(exchange.parameter("resourceVersion"));
        ReadResult view = lists.at(version, exchange, cluster, target);
        Resource resource = target.resource();
        FreshnessHeaders.put(exchange, view.provenance(), resource, cluster);
        KubeObject object = view.state()
                .get(target.namespace(), target.name())
                .orElseThrow(() -> new StatusProblem(
                        HttpProblem.of(404, "%s \"%s\" not found".formatted(resource, target.name())),
                        StatusDetails.about(resource, target.name())));
        if (form instanceof ObjectRepresentation.Table table) {
            KindTables.send(
                    exchange,
                    tables.rows(exchange, cluster, resource, table),
                    KindTables.metadata(object.resourceVersion()),
                    List.of(object).iterator(),
                    clock.instant());
        } else {
            ObjectResponse.send(exchange, object, form);
        }
    }
}
