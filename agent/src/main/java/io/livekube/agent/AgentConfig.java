package io.livekube.agent;

import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.agent.tasks.PollConfig;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.InformerConfig;
import io.livekube.protocol.BatchLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Configuration of an agent.
///
/// @param hub the hub to connect to
/// @param kinds the kinds to follow
/// @param sending pace, sizes and timeouts of batches
/// @param polls how to poll for tasks
/// @param following how to connect to the API server and follow it
/// @param version the agent's own version, shown by the hub
public record AgentConfig(
        HubEndpoint hub, KindSelection kinds, Sending sending, PollConfig polls, Following following, String version) {
    /// How batches are sent.
    ///
    /// @param uplink pace and size of batches
    /// @param limits upper bounds on a batch
    /// @param requestTimeout how long the hub may take to answer
    public record Sending(UplinkConfig uplink, BatchLimits limits, Duration requestTimeout) {
        public Sending {
            if (!requestTimeout.isPositive()) {
                throw new IllegalArgumentException("requestTimeout must be positive, got " + requestTimeout);
            }
        }
    }

    /// How the cluster is followed.
    ///
    /// @param client the client of the API server
    /// @param informers the informers
    public record Following(ClientConfig client, InformerConfig informers) {}

    public static AgentConfig of(URI hub, String cluster, Path tokenFile) {
        return new AgentConfig(
                new HubEndpoint(hub, cluster, tokenFile, Optional.empty()),
                KindSelection.defaults(),
                new Sending(UplinkConfig.defaults(), BatchLimits.defaults(), Duration.ofSeconds(30)),
                PollConfig.defaults(),
                new Following(ClientConfig.defaults(), InformerConfig.defaults()),
                "unknown");
    }

    public AgentConfig withHubCaFile(Optional<Path> file) {
        return new AgentConfig(hub.withCaFile(file), kinds, sending, polls, following, version);
    }

    public AgentConfig withKinds(KindSelection selection) {
        return new AgentConfig(hub, selection, sending, polls, following, version);
    }

    public AgentConfig withUplink(UplinkConfig config, Duration timeout) {
        return new AgentConfig(hub, kinds, new Sending(config, sending.limits, timeout), polls, following, version);
    }

    public AgentConfig withPolls(PollConfig config) {
        return new AgentConfig(hub, kinds, sending, config, following, version);
    }

    public AgentConfig withFollowing(ClientConfig client, InformerConfig informers) {
        return new AgentConfig(hub, kinds, sending, polls, new Following(client, informers), version);
    }

    public AgentConfig withVersion(String own) {
        return new AgentConfig(hub, kinds, sending, polls, following, own);
    }
}
