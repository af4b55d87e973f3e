package io.livekube.hub.agentapi;

import io.livekube.hub.auth.AgentAccess;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.cluster.IngestExecutor;
import io.livekube.hub.transport.Route;
import io.livekube.hub.transport.RouteTable;
import io.livekube.protocol.BatchLimits;
import java.util.List;

/// API for agents: `/agent/v1/clusters/{cluster}/sync`, `…/tasks` and `…/tasks/{task}`.
public final class AgentApi {
    private static final String CLUSTER = "/agent/v1/clusters/{cluster}";

    private final RouteTable routes;

    /// @param bodyBytes maximum size of a batch on the wire
    /// @param listBytes maximum size of a fetched list on the wire
    public AgentApi(
            AgentAccess access,
            Clusters clusters,
            IngestExecutor ingestExecutor,
            BatchLimits limits,
            int bodyBytes,
            long listBytes) {
        var sync = new SyncEndpoint(limits, clusters, ingestExecutor, bodyBytes);
        var tasks = new TaskEndpoint(clusters, listBytes);
        routes = new RouteTable()
                .admit("POST", CLUSTER + "/sync", agent(access, "a batch"), sync::admit)
                .admit("GET", CLUSTER + "/tasks", agent(access, "a poll"), tasks::admitPoll)
                .admit("POST", CLUSTER + "/tasks/{task}", agent(access, "a task's result"), tasks::admitResult);
    }

    /// @param what the request carries or asks for, for the log
    private static RouteTable.Rule agent(AgentAccess access, String what) {
        return (head, path) -> access.require(head, path.get("cluster"), what);
    }

    /// Routes a path.
    ///
    /// @param parts decoded path segments
    public Route route(List<String> parts) {
        return routes.route(parts);
    }
}
