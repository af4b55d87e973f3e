package io.livekube.hub.rest;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.Relations;
import io.livekube.hub.fleet.RowQuery;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RouteTable;
import io.livekube.hub.view.ObjectViews;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// Serves the relations of one object to others.
record RelatedEndpoint(Fleet fleet, RowParameters requests, ObjectViews views, InstantSource clock) {
    private static final Duration RETRY_UNSYNCED = Duration.ofSeconds(2);

    /// The namespace in the path is `-` for a cluster-scoped object.
    void answer(HttpExchange exchange, RouteTable.Variables path) {
        String id = path.get("cluster");
        String plural = path.get("resource");
        String name = path.get("name");
        String namespace = path.get("namespace").equals("-") ? "" : path.get("namespace");
        RowQuery query = requests.query(exchange, plural, List.of(id), false);
        Cluster cluster = fleet.find(id).orElseThrow(() -> later(plural, id));
        Resource resource = query.in(cluster);
        cluster.read(resource, exchange.from());
        KindMirror kind =
                cluster.mirror().kind(resource).filter(KindMirror::synced).orElseThrow(() -> later(plural, id));
        KubeObject object = kind.store()
                .snapshot()
                .get(namespace, name)
                .orElseThrow(() -> HttpProblem.of(
                        404,
                        "%s %s%s not found in cluster %s."
                                .formatted(
                                        kind.kind().kind(),
                                        namespace.isEmpty() ? "" : namespace + "/",
                                        name,
                                        cluster.id())));
        exchange.send(200, Relations.around(cluster, kind, object, views, clock.instant()));
    }

    private static HttpProblem later(String resource, String cluster) {
        return HttpProblem.later(
                503, RETRY_UNSYNCED, "%s of cluster %s are not synced yet.".formatted(resource, cluster));
    }
}
