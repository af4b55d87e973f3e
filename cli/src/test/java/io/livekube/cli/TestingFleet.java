package io.livekube.cli;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.agent.sync.UplinkStats;
import io.livekube.cli.local.LocalHub;
import io.livekube.cli.process.HubLauncher;
import io.livekube.cli.process.PrivateFiles;
import io.livekube.cli.process.QuietClose;
import io.livekube.core.access.ApiAccess;
import io.livekube.hub.Hub;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;

/// A hub with two small simulated clusters, `one` and `two`, in this process.
final class TestingFleet implements AutoCloseable {
    /// 18 built-in kinds and the generator's three custom kinds.
    static final int KINDS = 21;

    private static final int PODS = 12;

    private final PrivateFiles scratch = PrivateFiles.directory();
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final Map<String, Agent> agents = new HashMap<>();
    private final Hub hub;
    private final Simulator one;

    TestingFleet() {
        one = cluster(1);
        Simulator two = cluster(2);
        hub = HubLauncher.start(LocalHub.config(
                scratch.write("tokens", "one the-token-of-cluster-one\ntwo the-token-of-cluster-two\n"), 0));
        follow("one", one);
        follow("two", two);
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> ready("one") && ready("two"));
    }

    private Simulator cluster(long seed) {
        Simulator simulator = Simulator.start(SimulatorConfig.defaults());
        parts.add(simulator);
        ClusterGenerator.populate(
                simulator.store(),
                ClusterSpec.defaults().withSeed(seed).withPods(PODS).withNow(Instant.now()),
                (_, _) -> {});
        return simulator;
    }

    private void follow(String name, Simulator simulator) {
        var config = AgentConfig.of(hub.url(), name, scratch.write("token-" + name, "the-token-of-cluster-" + name));
        var agent = new Agent(config, ApiAccess.open(simulator.url()));
        parts.addFirst(agent);
        agents.put(name, agent);
        agent.start();
    }

    private boolean ready(String name) {
        return hub.clusters()
                .find(name)
                .filter(cluster -> cluster.mirror().kinds().size() >= KINDS
                        && cluster.mirror().kinds().stream().allMatch(kind -> kind.synced()))
                .isPresent();
    }

    /// What the cluster's agent has pushed to the hub.
    UplinkStats pushed(String name) {
        return Objects.requireNonNull(agents.get(name), name).stats().pushed().uplink();
    }

    Hub hub() {
        return hub;
    }

    Simulator one() {
        return one;
    }

    Livekube run(String... arguments) {
        return in(Map.of(), arguments);
    }

    /// @param more additional environment variables
    Livekube in(Map<String, String> more, String... arguments) {
        var environment = new HashMap<>(more);
        environment.put("HOME", "/nonexistent");
        environment.put("LIVEKUBE_HUB", hub.url().toString());
        return Livekube.in(environment, arguments);
    }

    @Override
    public void close() {
        parts.forEach(QuietClose::quietly);
        hub.close();
        scratch.close();
    }
}
