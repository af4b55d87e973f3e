package io.livekube.cli;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.core.kube.AccessException;
import io.livekube.core.kube.ApiAccess;
import io.livekube.core.kube.Kubeconfig;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Start a hub and an agent in one process: on a simulated cluster, or on yours.",
        footer = {
            "",
            "Examples:",
            "  livekube up                                  a simulated cluster that churns",
            "  livekube up --context kind-demo              the cluster of that context",
            "  livekube up --kubeconfig ~/.kube/config      the cluster of its current context"
        })
final class UpCommand implements Runnable {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "The hub's port on 127.0.0.1; 0 takes any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Follow the cluster of this kubeconfig.")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "Follow the cluster of this context.")
    private @Nullable String context;

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Pods of the simulated cluster (default: ${DEFAULT-VALUE}).")
    private int pods;

    @Option(
            names = "--churn",
            paramLabel = "RATE",
            defaultValue = "50",
            description = "Changes a second in the simulated cluster; 0 for none (default: ${DEFAULT-VALUE}).")
    private double churn;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        try (StopSignal stop = StopSignal.install()) {
            if (kubeconfig == null && context == null) {
                simulated(stop);
            } else {
                follow(access(), "default", stop);
            }
        }
    }

    private void simulated(StopSignal stop) {
        PrintWriter out = spec.commandLine().getOut();
        ClusterSpec cluster;
        ChurnSpec changes;
        try {
            cluster = ClusterSpec.defaults().withPods(pods).withNow(Instant.now());
            changes = ChurnSpec.defaults().withChangesPerSecond(churn == 0 ? 1 : churn);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        try (Simulator simulator = Simulator.start(SimulatorConfig.defaults())) {
            out.println("No --context or --kubeconfig given: this is a simulated cluster, no real one is touched.");
            var progress = new Progress(out, "generating pods");
            ClusterGenerator.populate(simulator.store(), cluster, progress::show);
            try (var scratch = Scratch.directory();
                    var _ = churn == 0 ? null : Churn.start(simulator.store(), changes)) {
                Path file = scratch.write("kubeconfig", simulator.kubeconfig());
                follow(access(file, Optional.empty()), "simulated", stop);
            }
        }
    }

    private void follow(ApiAccess access, String name, StopSignal stop) {
        PrintWriter out = spec.commandLine().getOut();
        try (var scratch = Scratch.directory()) {
            String token = Scratch.token();
            HubConfig config = HubCommand.onThisMachine(scratch.write("tokens", name + " " + token + "\n"), port);
            Path tokenFile = scratch.write("token", token + "\n");
            try (Hub hub = HubCommand.start(config);
                    Agent agent = new Agent(
                            AgentConfig.of(hub.url(), name, tokenFile).withVersion(Version.livekube()), access)) {
                var _ = agent.defect().whenComplete((_, _) -> stop.ask());
                agent.start();
                new SyncProgress(out, hub, name).await(stop);
                announce(hub, name, out);
                stop.await();
                if (agent.defect().isCompletedExceptionally()) {
                    throw new CommandFailure("the agent has a defect, see the log above");
                }
            }
        }
    }

    private ApiAccess access() {
        return kubeconfig == null
                ? find(Optional.ofNullable(context))
                : access(kubeconfig, Optional.ofNullable(context));
    }

    private static ApiAccess find(Optional<String> context) {
        try {
            return Kubeconfig.find(context);
        } catch (AccessException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static ApiAccess access(Path file, Optional<String> context) {
        try {
            return Kubeconfig.file(file, context);
        } catch (AccessException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static void announce(Hub hub, String name, PrintWriter out) {
        String root = hub.url() + "/clusters/" + name;
        out.println("  serving   " + hub.url());
        out.println();
        out.println("Try, in another terminal:");
        out.println("  curl " + hub.url() + "/api/v1/clusters/" + name);
        out.println("  curl -i " + root + "/apis/apps/v1/deployments");
        out.println("  kubectl --server " + root + " get pods -A");
        out.println("Ctrl-C stops it.");
        out.flush();
    }
}
