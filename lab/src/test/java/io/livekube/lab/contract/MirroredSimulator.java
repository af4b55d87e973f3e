package io.livekube.lab.contract;

import static org.awaitility.Awaitility.await;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.core.SteadyClock;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.model.Resource;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.auth.TokenFileException;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.read.FetchConfig;
import io.livekube.hub.read.ListConfig;
import io.livekube.hub.read.ReadConfig;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.contract.ContractTarget;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.Scene;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A simulated cluster that is written to, and the hub that mirrors it and is read from.
///
/// Reads without a version are strict, so that they see every write before them, as the contract asks. One
/// state a kind is kept for pages, so that history can be forgotten at will.
final class MirroredSimulator implements ContractTarget, AutoCloseable {
    private static final String CLUSTER = "contract";
    private static final String TOKEN = "the-token-of-the-cluster-contract";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());
    private final Hub hub;
    private final Agent agent;
    private final ReadSplit split;

    /// @param strictWait how long a strict read waits for the mirror. For a kind without changes, the mirror is
    ///     behind until the agent's next heartbeat, and the read becomes a fetch; for other kinds it catches up
    ///     as fast as the machine allows.
    MirroredSimulator(Path dir, Duration strictWait) throws IOException, TokenFileException, AccessException {
        Path tokens = Files.writeString(dir.resolve("tokens"), CLUSTER + " " + TOKEN + "\n");
        Path token = Files.writeString(dir.resolve("token"), TOKEN + "\n");
        Path kubeconfig = Files.writeString(dir.resolve("kubeconfig"), simulator.kubeconfig());
        FetchConfig fetch = FetchConfig.defaults();
        ListConfig lists = ListConfig.defaults();
        var reads = new ReadConfig(
                new FetchConfig(
                        fetch.patience(),
                        fetch.waiting(),
                        fetch.kept(),
                        new FetchConfig.Strict(true, strictWait),
                        fetch.list()),
                new ListConfig(lists.keep(), 1, lists.kept(), lists.fetchedBytes(), lists.versionWait()));
        ControlConfig control = ControlConfig.defaults().withMode(SyncMode.ON);
        hub = Hub.start(HubConfig.defaults(tokens).withControl(control).withReads(reads), new SteadyClock());
        agent = new Agent(AgentConfig.of(hub.url(), CLUSTER, token), Kubeconfig.file(kubeconfig, Optional.empty()));
        agent.start();
        split = ReadSplit.start(simulator.url(), URI.create(hub.url() + "/clusters/" + CLUSTER));
        try (KubeHttp api = KubeHttp.to(split.endpoint())) {
            await("the mirror is there")
                    .atMost(PATIENCE)
                    .until(() -> api.get("/api/v1/configmaps")
                            .header("X-Livekube-Source")
                            .equals("mirror"));
        }
    }

    @Override
    public ApiEndpoint endpoint() {
        return split.endpoint();
    }

    @Override
    public void compact() {
        try (KubeHttp api = KubeHttp.to(split.endpoint())) {
            Scene other = Scene.on(api);
            other.createEvents("a", "b");
            ChangeLog events = events();
            long written = simulator.store().revision();
            await("the mirror has all events").atMost(PATIENCE).until(() -> events.version() >= written);
            api.get(other.events(), "limit=1").ok();
            events.reset(events.version());
        }
    }

    private ChangeLog events() {
        return hub.clusters()
                .find(CLUSTER)
                .orElseThrow()
                .mirror()
                .kind(Resource.core("v1", "events"))
                .orElseThrow()
                .log();
    }

    @Override
    public void close() {
        split.close();
        agent.close();
        hub.close();
        simulator.close();
    }
}
