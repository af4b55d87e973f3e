package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
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
import java.util.function.Supplier;

/// Read-only Kubernetes API of each cluster. Never serves a partial state.
public final class KubernetesApi {
    private static final Duration RETRY_CONNECTED = Duration.ofSeconds(5);

    private final Clusters clusters;
    private final Reads reads;
    private final ListEndpoint lists;
    private final Supplier<AgentTokens> expected;
    private final ReaderAccess readers;
    private final WatchEndpoint watches;
    private final EventLoopReads quick;
    private final InstantSource clock;
    private final DiscoveryEndpoint discovery;
    private final KindTables tables;

    /// @param expected tokens of all clusters, registered or not
    public KubernetesApi(
            Clusters clusters,
            Reads reads,
            Supplier<AgentTokens> expected,
            ReaderAccess readers,
            Watches watches,
            InstantSource clock) {
        this.readers = readers;
        this.watches = new WatchEndpoint(watches, reads, readers, clock, new Random());
        this.clusters = clusters;
        this.reads = reads;
        this.expected = expected;
        this.clock = clock;
        this.discovery = new DiscoveryEndpoint(reads, clock);
        this.tables = new KindTables(reads);
        this.lists = new ListEndpoint(reads, tables, clock);
        this.quick = new EventLoopReads(clusters, reads, lists);
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
        ResourcePath path = ResourcePath.parse(parts);
        FreshnessHeaders.mark(exchange::setHeader, known(cluster, path));
        requireRead(exchange, parts, cluster);
        Optional<DiscoveryPath> what = DiscoveryPath.parse(parts);
        if (what.isPresent()) {
            discovery.answer(exchange, cluster, what.get());
            return;
        }
        if (isWatch(exchange)) {
            watch(exchange, cluster, path);
            return;
        }
        switch (path) {
            case ResourcePath.Collection all -> list(exchange, cluster, all);
            case ResourcePath.Item one -> get(exchange, cluster, one);
            case ResourcePath.Unknown _ ->
                throw HttpProblem.of(404, "The mirror does not serve /%s.".formatted(String.join("/", parts)));
        }
    }

    private Cluster cluster(HttpExchange exchange, String id) {
        Optional<Cluster> found = clusters.find(id);
        if (found.isPresent()) {
            return found.get();
        }
        if (expected.get().clusters().contains(id)) {
            FreshnessHeaders.put(
                    exchange::setHeader,
                    new Provenance(
                            Freshness.at(Optional.empty(), clock.instant()),
                            Provenance.Source.MIRROR,
                            Optional.empty(),
                            ""),
                    "cluster " + id);
            throw HttpProblem.later(
                    503,
                    RETRY_CONNECTED,
                    "No data for cluster %s yet: its agent has not connected since the hub started.".formatted(id));
        }
        throw HttpProblem.noCluster(id);
    }

    /// Answers an access review.
    private void review(HttpExchange exchange, String id, ReviewKind kind, byte[] body) throws InterruptedException {
        Cluster cluster = cluster(exchange, id);
        FreshnessHeaders.mark(exchange::setHeader, known(cluster, new ResourcePath.Unknown()));
        ReviewEndpoint.send(exchange, kind, body, discovery.catalogue(exchange, cluster));
    }

    /// Freshness of the addressed state, reported regardless of the outcome of the request.
    private Provenance known(Cluster cluster, ResourcePath path) {
        Optional<ClusterMirror.Contact> contact = cluster.mirror().contact();
        Instant now = clock.instant();
        Freshness byContact = Freshness.at(contact.map(ClusterMirror.Contact::at), now);
        Freshness freshness = switch (path) {
            case ResourcePath.Collection all -> KindFreshness.of(cluster, all.resource(), now);
            case ResourcePath.Item one -> KindFreshness.of(cluster, one.resource(), now);
            case ResourcePath.Unknown _ -> cluster.activation().on() ? byContact : byContact.off();
        };
        return new Provenance(freshness, Provenance.Source.MIRROR, contact, "");
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

    private void watch(HttpExchange exchange, Cluster cluster, ResourcePath path) throws InterruptedException {
        if (exchange.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent()) {
            // fabric8 tries WebSocket first and falls back only on this status; on others it waits for the end.
            throw HttpProblem.of(503, "Watches over WebSocket are not supported: retry without the Upgrade header.");
        }
        switch (path) {
            case ResourcePath.Collection(Resource resource, String namespace) ->
                watch(
                        exchange,
                        cluster,
                        resource,
                        namespace,
                        object -> namespace.isEmpty() || namespace.equals(object.namespace()));
            case ResourcePath.Item(Resource resource, String namespace, String name) ->
                watch(
                        exchange,
                        cluster,
                        resource,
                        namespace,
                        object -> name.equals(object.name()) && namespace.equals(object.namespace()));
            case ResourcePath.Unknown _ -> throw HttpProblem.of(404, "The mirror does not serve this path.");
        }
    }

    private void watch(
            HttpExchange exchange, Cluster cluster, Resource resource, String namespace, Predicate<KubeObject> these)
            throws InterruptedException {
        ObjectRepresentation form = ListEndpoint.form(exchange, ObjectRepresentation.Subject.WATCH);
        Predicate<KubeObject> matches = these.and(ListEndpoint.selection(exchange, cluster, resource));
        var wanted = new WatchEndpoint.Wanted(cluster, resource, namespace, matches);
        WatchEncoder frames = frames(exchange, cluster, resource, form);
        read(exchange, cluster, resource, () -> watches.begin(exchange, wanted, frames));
    }

    private WatchEncoder frames(HttpExchange exchange, Cluster cluster, Resource resource, ObjectRepresentation form)
            throws InterruptedException {
        return switch (form) {
            case ObjectRepresentation.Json _ -> JsonWatchEncoder.WHOLE;
            case ObjectRepresentation.Metadata partial -> new MetadataWatchEncoder(partial);
            case ObjectRepresentation.Table table ->
                new TableWatchEncoder(tables.rows(exchange, cluster, resource, table), clock);
        };
    }

    private void list(HttpExchange exchange, Cluster cluster, ResourcePath.Collection path)
            throws InterruptedException {
        read(exchange, cluster, path.resource(), () -> lists.list(exchange, cluster, path, strict(exchange)));
    }

    private void get(HttpExchange exchange, Cluster cluster, ResourcePath.Item path) throws InterruptedException {
        ObjectRepresentation form = ListEndpoint.form(exchange, ObjectRepresentation.Subject.OBJECT);
        VersionMatch version = VersionMatch.parse(exchange.parameter("resourceVersion"));
        read(exchange, cluster, path.resource(), () -> {
            ReadTarget target = new ReadTarget(path.resource(), path.namespace(), path.name());
            ReadResult view = lists.at(version, exchange, cluster, target, strict(exchange));
            FreshnessHeaders.put(exchange::setHeader, view.provenance(), about(cluster, path.resource()));
            KubeObject object = view.state()
                    .get(path.namespace(), path.name())
                    .orElseThrow(() -> new StatusProblem(
                            HttpProblem.of(404, "%s \"%s\" not found".formatted(path.resource(), path.name())),
                            StatusDetails.about(path.resource(), path.name())));
            if (form instanceof ObjectRepresentation.Table table) {
                TableResponse.send(
                        exchange,
                        tables.rows(exchange, cluster, path.resource(), table),
                        TableResponse.metadata(object.resourceVersion()),
                        List.of(object).iterator(),
                        clock.instant());
            } else {
                ObjectResponse.send(exchange, object, form);
            }
        });
    }

    private interface Read {
        void run() throws InterruptedException, ReadFailedException;
    }

    private static void read(HttpExchange exchange, Cluster cluster, Resource resource, Read read)
            throws InterruptedException {
        try {
            read.run();
        } catch (ReadFailedException e) {
            FreshnessHeaders.put(exchange::setHeader, e.provenance(), about(cluster, resource));
            throw HttpProblem.of(e.status(), e.retryAfter(), e.sentence());
        }
    }

    private static String about(Cluster cluster, Resource resource) {
        return "%s of cluster %s".formatted(resource, cluster.id());
    }

    /// Whether the response must be at least as recent as the request.
    private boolean strict(HttpExchange exchange) {
        boolean latest = exchange.parameter("resourceVersion").isEmpty();
        return switch (exchange.parameter("fresh").orElse("")) {
            case "" -> latest && reads.strictByDefault();
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpProblem.of(400, "Parameter 'fresh' must be 'true' or 'false'.");
        };
    }
}
