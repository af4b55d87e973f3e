package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.read.Reads;
import io.livekube.hub.read.Target;
import io.livekube.hub.read.View;
import java.util.Optional;

/// Answers the plainest reads where they arrive: one object, whole, from a mirror that is fresh.
///
/// That takes microseconds, less than to hand a request to another thread and back. Whatever else is asked,
/// or goes wrong, is left to [KubernetesReads].
final class QuickReads {
    private final Clusters clusters;
    private final Reads reads;

    QuickReads(Clusters clusters, Reads reads) {
        this.clusters = clusters;
        this.reads = reads;
    }

    /// Answers, on the event loop, if it can.
    boolean answers(Exchange exchange, Route.Kubernetes route) {
        if (!isPlain(exchange) || !(ResourcePath.parse(route.path()) instanceof ResourcePath.Item item)) {
            return false;
        }
        Optional<Cluster> cluster = clusters.find(route.cluster());
        if (cluster.isEmpty() || DiscoveryPath.parse(route.path()).isPresent()) {
            return false;
        }
        Target target = new Target(item.resource(), item.namespace(), item.name());
        Optional<View> view = reads.viewNow(cluster.get(), target, exchange.from());
        Optional<KubeObject> object = view.flatMap(of -> of.state().get(item.namespace(), item.name()));
        if (object.isEmpty()) {
            return false;
        }
        FreshnessHeaders.put(
                exchange,
                view.get().provenance(),
                item.resource() + " of cluster " + cluster.get().id());
        ObjectBody.send(exchange, object.get(), new Encoding.Json());
        return true;
    }

    private boolean isPlain(Exchange exchange) {
        String version = exchange.parameter("resourceVersion").orElse("");
        boolean any = version.equals("0") || (version.isEmpty() && !reads.strictByDefault());
        return any
                && exchange.method().equals("GET")
                && exchange.parameter("watch").isEmpty()
                && exchange.parameter("fresh").isEmpty()
                && exchange.header("Accept")
                        .filter(type -> type.equals("application/json"))
                        .isPresent();
    }
}
