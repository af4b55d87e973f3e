package io.livekube.lab.freshness;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.core.access.Kubeconfig;
import io.livekube.lab.child.Child;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A child that runs an agent with its defaults.
public final class AgentChild {
    private AgentChild() {}

    /// Arguments: the kubeconfig, the hub's URL, the cluster's name, the token's file; a PEM file to trust
    /// the hub by, if it speaks TLS.
    public static void main(String[] args) {
        Child.main(child -> {
            AgentConfig config = AgentConfig.of(URI.create(args[1]), args[2], Path.of(args[3]))
                    .withHubCaFile(args.length > 4 ? Optional.of(Path.of(args[4])) : Optional.empty());
            try (var agent = new Agent(config, Kubeconfig.file(Path.of(args[0]), Optional.empty()))) {
                agent.start();
                child.emit("ready", Child.fields());
                child.serve(Map.of());
            }
        });
    }
}
