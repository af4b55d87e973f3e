package io.livekube.agent;

import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.agent.tasks.PollConfig;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.kube.ClientConfig;
import io.livekube.protocol.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What an agent follows and where it sends it.
///
/// @param hub the hub's address, `https://…` or, within one machine, `http://…`
/// @param cluster the name under which the hub knows this cluster: a DNS label
/// @param tokenFile holds the token that the hub has given out for the cluster; read again when it is not
/// accepted
/// @param hubCaFile certificates to trust the hub by, as PEM; those of the system if empty
/// @param kinds what to follow
/// @param uplink pace and sizes of what is sent
/// @param polls how to ask for tasks
/// @param limits what a batch may have at most
/// @param requestTimeout how long the hub may take for an answer
/// @param client how to speak to the API server
/// @param informers how to follow it
/// @param version this agent's own version, for the hub to show
public record AgentConfig(
        URI hub,
        String cluster,
        Path tokenFile,
        Optional<Path> hubCaFile,
        KindSelection kinds,
        UplinkConfig uplink,
        PollConfig polls,
        Limits limits,
        Duration requestTimeout,
        ClientConfig client,
        InformerConfig informers,
        String version) {

    public AgentConfig {
        hub = checkedHub(hub);
        if (!cluster.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")) {
            throw new IllegalArgumentException(
                    "'%s' is not a cluster name: at most 63 lower-case letters, digits and '-', not at either end"
                            .formatted(cluster));
        }
        if (!requestTimeout.isPositive()) {
            throw new IllegalArgumentException("requestTimeout must be positive, got " + requestTimeout);
        }
    }

    public static AgentConfig of(URI hub, String cluster, Path tokenFile) {
        return new AgentConfig(
                hub,
                cluster,
                tokenFile,
                Optional.empty(),
                KindSelection.defaults(),
                UplinkConfig.defaults(),
                PollConfig.defaults(),
                Limits.defaults(),
                Duration.ofSeconds(30),
                ClientConfig.defaults(),
                InformerConfig.defaults(),
                "unknown");
    }

    public AgentConfig withHubCaFile(Optional<Path> file) {
        return new AgentConfig(
                hub,
                cluster,
                tokenFile,
                file,
                kinds,
                uplink,
                polls,
                limits,
                requestTimeout,
                client,
                informers,
                version);
    }

    public AgentConfig withKinds(KindSelection selection) {
        return new AgentConfig(
                hub,
                cluster,
                tokenFile,
                hubCaFile,
                selection,
                uplink,
                polls,
                limits,
                requestTimeout,
                client,
                informers,
                version);
    }

    public AgentConfig withUplink(UplinkConfig config, Duration timeout) {
        return new AgentConfig(
                hub, cluster, tokenFile, hubCaFile, kinds, config, polls, limits, timeout, client, informers, version);
    }

    public AgentConfig withPolls(PollConfig config) {
        return new AgentConfig(
                hub,
                cluster,
                tokenFile,
                hubCaFile,
                kinds,
                uplink,
                config,
                limits,
                requestTimeout,
                client,
                informers,
                version);
    }

    /// How to speak to the API server, and how to follow it.
    public AgentConfig withFollowing(ClientConfig speaking, InformerConfig following) {
        return new AgentConfig(
                hub,
                cluster,
                tokenFile,
                hubCaFile,
                kinds,
                uplink,
                polls,
                limits,
                requestTimeout,
                speaking,
                following,
                version);
    }

    public AgentConfig withVersion(String own) {
        return new AgentConfig(
                hub,
                cluster,
                tokenFile,
                hubCaFile,
                kinds,
                uplink,
                polls,
                limits,
                requestTimeout,
                client,
                informers,
                own);
    }

    /// Where batches are posted to.
    public URI syncEndpoint() {
        return URI.create(hub + "/agent/v1/clusters/" + cluster + "/sync");
    }

    /// Where tasks are asked for.
    public URI tasksEndpoint() {
        return URI.create(hub + "/agent/v1/clusters/" + cluster + "/tasks");
    }

    private static URI checkedHub(URI hub) {
        boolean http = "http".equals(hub.getScheme()) || "https".equals(hub.getScheme());
        if (!http || hub.getHost() == null) {
            throw new IllegalArgumentException(
                    "'%s' is not a hub's address (expected https://host or http://host:port)".formatted(hub));
        }
        if (hub.getQuery() != null || hub.getFragment() != null || hub.getUserInfo() != null) {
            throw new IllegalArgumentException("'%s' must be a hub's address and nothing else".formatted(hub));
        }
        return URI.create(hub.toString().replaceAll("/+$", ""));
    }
}
