package io.livekube.cli.process;

import io.livekube.agent.Agent;
import io.livekube.agent.health.AgentHealth;
import io.livekube.agent.health.AgentMetrics;
import io.livekube.agent.health.HealthServer;
import io.livekube.cli.terminal.CommandFailure;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/// HTTP endpoint of an agent's health probes and metrics.
public final class AgentHealthEndpoint implements AutoCloseable {
    private final AgentMetrics metrics;
    private final HealthServer server;

    private AgentHealthEndpoint(AgentMetrics metrics, HealthServer server) {
        this.metrics = metrics;
        this.server = server;
    }

    public static AgentHealthEndpoint serve(InetSocketAddress address, Agent agent) {
        var metrics = new AgentMetrics(agent::stats, agent::memory, agent.clock());
        var vitals = new HealthServer.Sources(
                () -> AgentHealth.problems(agent.stats(), agent.clock().instant()),
                () -> AgentHealth.waitingFor(agent.stats(), agent.clock().instant()),
                metrics::scrape);
        try {
            return new AgentHealthEndpoint(metrics, HealthServer.listen(address, vitals));
        } catch (UncheckedIOException e) {
            metrics.close();
            throw new CommandFailure(e.getMessage() + "; choose another with --listen", e);
        }
    }

    @Override
    public void close() {
        server.close();
        metrics.close();
    }
}
