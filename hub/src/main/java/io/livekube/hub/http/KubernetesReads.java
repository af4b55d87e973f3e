package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.LabelSelector;
import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.Reads;
import io.livekube.hub.read.Target;
import io.livekube.hub.read.View;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Reads a cluster the way its API server is read: LIST and GET, never a state that is not whole.
final class KubernetesReads {
    private static final Duration UNTIL_CONNECTED = Duration.ofSeconds(5);

    private final Clusters clusters;
    private final Reads reads;
    private final Supplier<AgentTokens> expected;
    private final InstantSource clock;

    /// @param expected tells which clusters may still come
    KubernetesReads(Clusters clusters, Reads reads, Supplier<AgentTokens> expected, InstantSource clock) {
        this.clusters = clusters;
        this.reads = reads;
        this.expected = expected;
        this.clock = clock;
    }

    void answer(Exchange exchange, Route.Kubernetes route) throws InterruptedException {
        requireRead(exchange, route.cluster());
        ResourcePath path = ResourcePath.parse(route.path());
        Cluster cluster = cluster(exchange, route.cluster());
        switch (path) {
            case ResourcePath.Collection all -> list(exchange, cluster, all);
            case ResourcePath.Item one -> get(exchange, cluster, one);
            case ResourcePath.Unknown _ ->
                throw HttpProblem.of(404, "The mirror does not serve /%s.".formatted(String.join("/", route.path())));
        }
    }

    private Cluster cluster(Exchange exchange, String id) {
        Optional<Cluster> found = clusters.find(id);
        if (found.isPresent()) {
            return found.get();
        }
        if (expected.get().clusters().contains(id)) {
            FreshnessHeaders.put(
                    exchange,
                    new Provenance(
                            Freshness.at(Optional.empty(), clock.instant()),
                            Provenance.Source.MIRROR,
                            Optional.empty(),
                            ""),
                    "cluster " + id);
            throw HttpProblem.later(
                    503,
                    UNTIL_CONNECTED,
                    "Nothing is known of cluster %s yet: its agent has not connected since the hub was started."
                            .formatted(id));
        }
        throw HttpProblem.of(404, "There is no cluster %s here.".formatted(id));
    }

    private static void requireRead(Exchange exchange, String cluster) {
        if (!exchange.method().equals("GET")) {
            throw HttpProblem.methodNotAllowed(
                    "GET",
                    "This is a read-only mirror: send a %s to the API server of cluster %s itself."
                            .formatted(exchange.method(), cluster));
        }
        if (exchange.parameter("watch")
                .filter(w -> !w.equals("false") && !w.equals("0"))
                .isPresent()) {
            throw HttpProblem.of(
                    501, "The mirror does not serve watches: read the list again, or watch the API server.");
        }
    }

    private void list(Exchange exchange, Cluster cluster, ResourcePath.Collection path) throws InterruptedException {
        if (exchange.parameter("continue").isPresent()) {
            throw HttpProblem.of(410, "The mirror gives lists whole and knows no such continue token: list again.");
        }
        if (exchange.parameter("fieldSelector").isPresent()) {
            throw HttpProblem.of(400, "The mirror selects by labels only, not by fields.");
        }
        Optional<LabelSelector> selector = exchange.parameter("labelSelector").map(KubernetesReads::selector);
        View view = view(exchange, cluster, Target.list(path.resource(), path.namespace()));
        List<KubeObject> objects =
                path.namespace().isEmpty() ? view.state().list() : view.state().list(path.namespace());
        Stream<KubeObject> selected = objects.stream();
        if (selector.isPresent()) {
            selected = selected.filter(object -> selector.get().matches(object.labels()));
        }
        ListBody.send(exchange, view, selected.iterator());
    }

    private void get(Exchange exchange, Cluster cluster, ResourcePath.Item path) throws InterruptedException {
        View view = view(exchange, cluster, new Target(path.resource(), path.namespace(), path.name()));
        KubeObject object = view.state()
                .get(path.namespace(), path.name())
                .orElseThrow(() -> HttpProblem.of(404, "%s \"%s\" not found".formatted(path.resource(), path.name())));
        exchange.send(200, Answers.JSON, object.json());
    }

    private View view(Exchange exchange, Cluster cluster, Target target) throws InterruptedException {
        String about = "%s of cluster %s".formatted(target.resource(), cluster.id());
        try {
            View view = reads.view(cluster, target, strict(exchange), exchange.from());
            FreshnessHeaders.put(exchange, view.provenance(), about);
            return view;
        } catch (ReadFailedException e) {
            FreshnessHeaders.put(exchange, e.provenance(), about);
            throw e.retryAfter().isPresent()
                    ? HttpProblem.later(e.status(), e.retryAfter().get(), e.sentence())
                    : HttpProblem.of(e.status(), e.sentence());
        }
    }

    /// Whether a read must not be older than itself.
    private boolean strict(Exchange exchange) {
        Optional<String> version = exchange.parameter("resourceVersion");
        version.filter(text -> !isVersion(text)).ifPresent(text -> {
            throw HttpProblem.of(400, "The resourceVersion can't be read: it is a whole number.");
        });
        return switch (exchange.parameter("fresh").orElse("")) {
            case "" -> version.isEmpty() && reads.strictByDefault();
            case "true" -> true;
            case "false" -> false;
            default -> throw HttpProblem.of(400, "The parameter fresh is true or false.");
        };
    }

    private static boolean isVersion(String text) {
        try {
            var _ = Long.parseUnsignedLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static LabelSelector selector(String text) {
        try {
            return LabelSelector.parse(text);
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "The label selector can't be read: " + e.getMessage());
        }
    }
}
