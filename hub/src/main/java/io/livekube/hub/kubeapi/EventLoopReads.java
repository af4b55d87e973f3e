package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.read.FreshnessHeaders;
import io.livekube.hub.read.ReadResult;
import io.livekube.hub.read.ReadTarget;
import io.livekube.hub.read.Reads;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Serves the simplest reads on the event loop, provided the mirror is fresh: a single object, or a list that
/// is completely cached.
///
/// This takes microseconds, less than a hand-off to another thread and back. Everything else, including errors,
/// is left to [KubernetesApi].
record EventLoopReads(Fleet fleet, Reads reads, ListEndpoint lists) {
    /// Decompressing a larger object would delay other connections of the event loop.
    private static final int AT_ONCE = 64 << 10;

    /// Answers the request if possible.
    boolean answers(HttpExchange exchange, String id, List<String> path) {
        Optional<Cluster> cluster = fleet.find(id);
        Optional<ReadTarget> target = ResourcePath.parse(path);
        if (cluster.isEmpty() || target.isEmpty()) {
            return false;
        }
        try {
            return isPlain(exchange)
                    && (target.get().single()
                            ? get(exchange, cluster.get(), target.get())
                            : lists.listNow(exchange, cluster.get(), target.get()));
        } catch (HttpProblem problem) {
            return false; // KubernetesApi hits the same problem and reports it with all headers
        }
    }

    private boolean get(HttpExchange exchange, Cluster cluster, ReadTarget target) {
        Optional<ReadResult> view = reads.viewNow(cluster, target);
        Optional<KubeObject> object = view.flatMap(of -> of.state().get(target.namespace(), target.name()));
        if (object.isEmpty() || object.get().contentBytes() > AT_ONCE) {
            return false;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - exchange.arrived());
        reads.recordRead(view.get(), cluster, target, exchange.from(), took);
        FreshnessHeaders.put(exchange, view.get().provenance(), target.resource(), cluster);
        ObjectResponse.send(exchange, object.get(), new ObjectRepresentation.Json());
        return true;
    }

    private boolean isPlain(HttpExchange exchange) {
        String version = exchange.parameter("resourceVersion").orElse("");
        boolean any = version.equals("0") || (version.isEmpty() && !reads.strictByDefault());
        return any
                && exchange.method().equals("GET")
                && exchange.parameter("watch").isEmpty()
                && exchange.parameter("fresh").isEmpty()
                && AcceptHeader.of(exchange).encoding(ObjectRepresentation.Subject.OBJECT)
                        instanceof ObjectRepresentation.Json;
    }
}
