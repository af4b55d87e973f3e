package io.livekube.lab.control;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.core.SteadyClock;
import io.livekube.core.access.Kubeconfig;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.read.FetchConfig;
import io.livekube.hub.read.ReadConfig;
import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.Run;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// A simulated cluster that churns, its agent and a hub, in this process: nothing here is timed but the
/// clicks.
final class LoadSetup implements AutoCloseable {
    private static final String CLUSTER = "load";
    private static final Duration CONNECTED = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(20);

    private final Simulator simulator;
    private final Churn churn;
    private final Hub hub;
    private final Agent agent;

    private LoadSetup(Simulator simulator, Churn churn, Hub hub, Agent agent) {
        this.simulator = simulator;
        this.churn = churn;
        this.hub = hub;
        this.agent = agent;
    }

    /// Starts all of it, and waits until the agent is there.
    static LoadSetup start(Run run, int pods, int changesPerSecond, SyncMode mode, FetchConfig fetch) throws Exception {
        String token = "bench-token-0123456789abcdef0123456789abcdef";
        Path tokens = run.write("tokens", CLUSTER + " " + token + "\n");
        Path tokenFile = run.write("token", token + "\n");
        Simulator simulator = Simulator.start(SimulatorConfig.defaults());
        ClusterGenerator.populate(simulator.store(), ClusterSpec.defaults().withPods(pods), ProgressListener.none());
        Path kubeconfig = run.write("simulator.kubeconfig", simulator.kubeconfig());
        HubConfig config = HubConfig.defaults(tokens)
                .withControl(ControlConfig.defaults().withMode(mode))
                .withReads(ReadConfig.defaults().withFetch(fetch));
        Hub hub = Hub.start(config, new SteadyClock());
        Agent agent =
                new Agent(AgentConfig.of(hub.url(), CLUSTER, tokenFile), Kubeconfig.file(kubeconfig, Optional.empty()));
        agent.start();
        Churn churn = Churn.start(simulator.store(), ChurnSpec.defaults().withChangesPerSecond(changesPerSecond));
        var scene = new LoadSetup(simulator, churn, hub, agent);
        scene.awaitAgent();
        return scene;
    }

    private void awaitAgent() throws InterruptedException {
        Instant deadline = Instant.now().plus(CONNECTED);
        while (hub.clusters()
                .find(CLUSTER)
                .filter(c -> c.tasks().agentConnected())
                .isEmpty()) {
            if (Instant.now().isAfter(deadline)) {
                throw new BenchException("the agent does not ask the hub for tasks");
            }
            Thread.sleep(POLL);
        }
    }

    URI cluster() {
        return URI.create(hub.url() + "/clusters/" + CLUSTER);
    }

    long requests() {
        return simulator.requests().total();
    }

    long lists() {
        return simulator.requests().all().entrySet().stream()
                .filter(count -> count.getKey().startsWith("list "))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Override
    public void close() {
        agent.close();
        hub.close();
        churn.close();
        simulator.close();
    }
}
