package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.discovery.ApiCatalogue;
import io.livekube.hub.discovery.CustomKindDefinition;
import io.livekube.hub.discovery.DiscoveryDocuments;
import io.livekube.hub.discovery.ServerVersion;
import io.livekube.hub.kubeapi.review.ReviewKind;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseHead;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Discovery of the groups, versions and kinds that clients can read from a cluster.
record DiscoveryEndpoint(Reads reads, InstantSource clock) {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryEndpoint.class);

    private static final String AGGREGATED = "APIGroupDiscoveryList";
    private static final String AGGREGATED_GROUP = "apidiscovery.k8s.io";
    private static final Resource NAMESPACES = Resource.core("v1", "namespaces");
    private static final Duration RETRY_VERSION = Duration.ofSeconds(1);

    /// Time after which an agent that was turned on has announced all the kinds it follows.
    private static final Duration ANNOUNCED_AFTER = Duration.ofSeconds(10);

    void answer(HttpExchange exchange, Cluster cluster, DiscoveryPath path) throws InterruptedException {
        switch (path) {
            case DiscoveryPath.Version _ -> exchange.send(200, version(exchange, cluster));
            case DiscoveryPath.Schemas schemas ->
                new SchemaEndpoint(reads.documents()).answer(exchange, cluster, schemas.path());
            case DiscoveryPath.Root root -> root(exchange, root, documents(exchange, cluster));
            case DiscoveryPath.Group group ->
                send(exchange, documents(exchange, cluster).group(group.name()), path);
            case DiscoveryPath.Kinds kinds ->
                send(exchange, documents(exchange, cluster).resources(kinds.group(), kinds.version()), path);
        }
    }

    private static void root(HttpExchange exchange, DiscoveryPath.Root root, DiscoveryDocuments documents) {
        Optional<String> version =
                AcceptHeader.of(exchange).version(AGGREGATED, AGGREGATED_GROUP, List.of("v2", "v2beta1"));
        if (version.isEmpty()) {
            exchange.send(200, root.core() ? documents.coreVersions() : documents.groupList());
        } else {
            exchange.send(
                    200,
                    "%s;g=%s;v=%s;as=%s".formatted(ResponseHead.JSON, AGGREGATED_GROUP, version.get(), AGGREGATED),
                    JsonDocuments.bytes(documents.aggregated(root.core(), version.get())));
        }
    }

    private static void send(HttpExchange exchange, Optional<ObjectNode> document, DiscoveryPath path) {
        exchange.send(
                200, document.orElseThrow(() -> HttpProblem.of(404, "Not found in discovery: %s.".formatted(path))));
    }

    /// The version that the agent announced, otherwise the API server's own answer. If neither is available,
    /// clients retry later; the agent announces the version when it is turned on.
    private JsonNode version(HttpExchange exchange, Cluster cluster) throws InterruptedException {
        Optional<String> reported =
                cluster.mirror().agent().map(Part.Hello::kubernetes).filter(version -> !version.isEmpty());
        if (reported.isPresent()) {
            return ServerVersion.of(reported.get());
        }
        cluster.read(NAMESPACES, exchange.from());
        try {
            byte[] document = reads.documents()
                    .get(cluster, "/version", ResponseHead.JSON, "")
                    .document()
                    .content();
            return JsonDocuments.parseForeign(document);
        } catch (ReadFailedException e) {
            throw HttpProblem.later(
                    503,
                    RETRY_VERSION,
                    "The version of cluster %s is unknown until its agent starts to sync.".formatted(cluster.id()));
        }
    }

    private DiscoveryDocuments documents(HttpExchange exchange, Cluster cluster) throws InterruptedException {
        return new DiscoveryDocuments(catalogue(exchange, cluster));
    }

    /// Everything that clients can do with a cluster through this API.
    ApiCatalogue catalogue(HttpExchange exchange, Cluster cluster) throws InterruptedException {
        List<CustomKindDefinition> definitions = definitions(exchange, cluster);
        List<Part.Kind> known = Stream.concat(
                        cluster.mirror().kinds().stream()
                                .filter(kind -> kind.status().state() != KindState.NOT_SERVED)
                                .map(KindMirror::kind),
                        Stream.of(ReviewKind.values()).map(ReviewKind::kind))
                .toList();
        return allAnnounced(cluster) ? ApiCatalogue.of(known, definitions) : ApiCatalogue.guessed(known, definitions);
    }

    /// Whether the mirror knows all kinds that can be read.
    private boolean allAnnounced(Cluster cluster) {
        return cluster.activation().on()
                && cluster.mirror().wanted().isEmpty()
                && !cluster.mirror().kinds().isEmpty()
                && cluster.activation().since().plus(ANNOUNCED_AFTER).isBefore(clock.instant());
    }

    private List<CustomKindDefinition> definitions(HttpExchange exchange, Cluster cluster) throws InterruptedException {
        try {
            return reads
                    .view(cluster, ReadTarget.list(CustomKindDefinition.RESOURCE, ""), false, exchange.from())
                    .state()
                    .list()
                    .stream()
                    .map(CustomKindDefinition::read)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (ReadFailedException e) {
            LOG.debug("{}: custom kinds are unknown: {}", cluster.id(), e.sentence());
            return List.of(); // built-in kinds can still be read
        }
    }
}
