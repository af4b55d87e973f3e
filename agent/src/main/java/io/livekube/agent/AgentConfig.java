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

/// What an agent follows and where it sends it.
///
/// @param hub where it sends it
/// @param kinds what to follow
/// @param sending pace, sizes and patience
/// @param polls how to ask for tasks
/// @param following how to speak to the API server, and how to follow it
/// @param version this agent's own version, for the hub to show
public record AgentConfig(
        HubAddress hub, KindSelection kinds, Sending sending, PollConfig polls, Following following, String version) {
    /// How what is sent is cut and paced.
    ///
    /// @param uplink pace and sizes of what is sent
    /// @param limits what a batch may have at most
    /// @param requestTimeout how long the hub may take for an answer
    public record Sending(UplinkConfig uplink, BatchLimits limits, Duration requestTimeout) {
        public Sending {
            if (!requestTimeout.isPositive()) {
                throw new IllegalArgumentException("requestTimeout must be positive, got " + requestTimeout);
            }
        }
    }

    /// How the cluster is followed.
    ///
    /// @param client how to speak to the API server
    /// @param informers how to follow it
    public record Following(ClientConfig client, InformerConfig informers) {}

    public static AgentConfig of(URI hub, String cluster, Path tokenFile) {
        return new AgentConfig(
                new HubAddress(hub, cluster, tokenFile, Optional.empty()),
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

    /// How to speak to the API server, and how to follow it.
    public AgentConfig withFollowing(ClientConfig client, InformerConfig informers) {
        return new AgentConfig(hub, kinds, sending, polls, new Following(client, informers), version);
    }

    public AgentConfig withVersion(String own) {
        return new AgentConfig(hub, kinds, sending, polls, following, own);
    }
}
