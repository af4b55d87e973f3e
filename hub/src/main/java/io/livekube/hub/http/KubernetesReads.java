package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.LabelSelector;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Reads a cluster's mirror the way its API server is read: LIST and GET, never a state that is not whole.
final class KubernetesReads {
    private static final Duration UNTIL_SYNCED = Duration.ofSeconds(2);
    private static final Duration UNTIL_CONNECTED = Duration.ofSeconds(5);

    private final Clusters clusters;
    private final Supplier<AgentTokens> expected;
    private final InstantSource clock;

    /// @param expected tells which clusters may still come
    KubernetesReads(Clusters clusters, Supplier<AgentTokens> expected, InstantSource clock) {
        this.clusters = clusters;
        this.expected = expected;
        this.clock = clock;
    }

    void answer(Exchange exchange, Route.Kubernetes route) {
        Cluster cluster = cluster(route.cluster());
        requireRead(exchange, cluster);
        switch (ResourcePath.parse(route.path())) {
            case ResourcePath.Collection all -> list(exchange, cluster, all);
            case ResourcePath.Item one -> get(exchange, cluster, one);
            case ResourcePath.Unknown _ ->
                throw HttpProblem.of(404, "The mirror does not serve /%s.".formatted(String.join("/", route.path())));
        }
    }

    private Cluster cluster(String id) {
        Optional<Cluster> found =
                clusters.find(id).filter(cluster -> cluster.mirror().contact().isPresent());
        if (found.isPresent()) {
            return found.get();
        }
        if (clusters.find(id).isPresent() || expected.get().clusters().contains(id)) {
            throw HttpProblem.later(
                    503,
                    UNTIL_CONNECTED,
                    "Nothing is known of cluster %s yet: its agent has not connected since the hub was started."
                            .formatted(id));
        }
        throw HttpProblem.of(404, "There is no cluster %s here.".formatted(id));
    }

    private static void requireRead(Exchange exchange, Cluster cluster) {
        if (!exchange.method().equals("GET")) {
            throw HttpProblem.methodNotAllowed(
                    "GET",
                    "This is a read-only mirror: send a %s to the API server of cluster %s itself."
                            .formatted(exchange.method(), cluster.id()));
        }
        if (exchange.parameter("watch")
                .filter(w -> !w.equals("false") && !w.equals("0"))
                .isPresent()) {
            throw HttpProblem.of(
                    501, "The mirror does not serve watches: read the list again, or watch the API server.");
        }
    }

    private void list(Exchange exchange, Cluster cluster, ResourcePath.Collection path) {
        if (exchange.parameter("continue").isPresent()) {
            throw HttpProblem.of(410, "The mirror gives lists whole and knows no such continue token: list again.");
        }
        if (exchange.parameter("fieldSelector").isPresent()) {
            throw HttpProblem.of(400, "The mirror selects by labels only, not by fields.");
        }
        Optional<LabelSelector> selector = exchange.parameter("labelSelector").map(KubernetesReads::selector);
        Optional<ClusterMirror.Contact> contact = cluster.mirror().contact();
        KindMirror kind = kind(cluster, path.resource());
        if (!path.namespace().isEmpty() && !kind.kind().namespaced()) {
            throw HttpProblem.of(404, "%s are not in namespaces.".formatted(path.resource()));
        }
        Snapshot state = kind.store().snapshot();
        putFreshness(exchange, cluster, kind, contact);
        List<KubeObject> objects = path.namespace().isEmpty() ? state.list() : state.list(path.namespace());
        Stream<KubeObject> selected = objects.stream();
        if (selector.isPresent()) {
            selected = selected.filter(object -> selector.get().matches(object.labels()));
        }
        ListBody.send(exchange, kind, state, selected.iterator());
    }

    private void get(Exchange exchange, Cluster cluster, ResourcePath.Item path) {
        Optional<ClusterMirror.Contact> contact = cluster.mirror().contact();
        KindMirror kind = kind(cluster, path.resource());
        Optional<KubeObject> object = kind.store().get(path.namespace(), path.name());
        putFreshness(exchange, cluster, kind, contact);
        if (object.isEmpty()) {
            throw HttpProblem.of(404, "%s \"%s\" not found".formatted(path.resource(), path.name()));
        }
        exchange.send(200, Answers.JSON, object.get().json());
    }

    private static KindMirror kind(Cluster cluster, Resource resource) {
        KindMirror kind = cluster.mirror()
                .kind(resource)
                .filter(known -> known.status().state() != KindState.NOT_SERVED)
                .orElseThrow(() -> HttpProblem.of(
                        404, "Cluster %s has no %s that its agent follows.".formatted(cluster.id(), resource)));
        if (!kind.synced()) {
            String cause = kind.status().cause();
            throw HttpProblem.later(
                    503,
                    UNTIL_SYNCED,
                    "The %s of cluster %s are not synced yet%s."
                            .formatted(resource, cluster.id(), cause.isEmpty() ? "" : ": " + cause));
        }
        return kind;
    }

    private void putFreshness(
            Exchange exchange, Cluster cluster, KindMirror kind, Optional<ClusterMirror.Contact> contact) {
        FreshnessHeaders.put(
                exchange,
                KindFreshness.of(cluster, kind, clock.instant()),
                contact,
                kind.resource() + " of cluster " + cluster.id(),
                kind.status().cause());
    }

    private static LabelSelector selector(String text) {
        try {
            return LabelSelector.parse(text);
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "The label selector can't be read: " + e.getMessage());
        }
    }
}
