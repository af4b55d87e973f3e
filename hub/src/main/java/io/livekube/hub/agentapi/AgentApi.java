package io.livekube.hub.agentapi;

import io.livekube.hub.auth.AgentAccess;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.transport.ErrorFormat;
import io.livekube.hub.transport.Route;
import io.livekube.protocol.BatchLimits;
import java.util.List;

/// API for agents: `/agent/v1/clusters/{cluster}/sync`, `…/tasks` and `…/tasks/{task}`.
public final class AgentApi {
    private final SyncEndpoint sync;
    private final TaskEndpoint tasks;

    /// @param bodyBytes maximum size of a batch on the wire
    /// @param listBytes maximum size of a fetched list on the wire
    public AgentApi(
            AgentAccess access,
            Clusters clusters,
            IngestExecutor ingestExecutor,
            BatchLimits limits,
            int bodyBytes,
            long listBytes) {
        this.sync = new SyncEndpoint(access, new BatchDecoders(limits), clusters, ingestExecutor, bodyBytes);
        this.tasks = new TaskEndpoint(access, clusters, listBytes);
    }

    /// Routes a path.
    ///
    /// @param parts decoded path segments
    public Route route(List<String> parts) {
        int size = parts.size();
        if (size < 5 || !parts.get(1).equals("v1") || !parts.get(2).equals("clusters")) {
            return Route.notFound();
        }
        String cluster = parts.get(3);
        if (size == 5 && parts.get(4).equals("sync")) {
            return new Route(cluster, ErrorFormat.PLAIN, head -> sync.admit(head, cluster));
        }
        if (size == 5 && parts.get(4).equals("tasks")) {
            return new Route(cluster, ErrorFormat.PLAIN, head -> tasks.admitPoll(head, cluster));
        }
        if (size == 6 && parts.get(4).equals("tasks")) {
            return new Route(cluster, ErrorFormat.PLAIN, head -> tasks.admitResult(head, cluster, parts.get(5)));
        }
        return Route.notFound();
    }
}
