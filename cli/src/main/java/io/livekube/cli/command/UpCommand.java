package io.livekube.cli.command;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.cli.cluster.ClusterAccess;
import io.livekube.cli.local.ClusterNames;
import io.livekube.cli.local.LocalHub;
import io.livekube.cli.local.NamedCluster;
import io.livekube.cli.local.ReachableContexts;
import io.livekube.cli.local.SimulatedFleet;
import io.livekube.cli.local.SyncProgress;
import io.livekube.cli.process.BuildVersion;
import io.livekube.cli.process.PrivateFiles;
import io.livekube.cli.process.QuietClose;
import io.livekube.cli.process.StopSignal;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.UsageErrors;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import io.livekube.hub.Hub;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Run a hub, agents and the dashboard in one process, on your clusters or simulated ones.",
        footer = {
            "",
            "Without options, follows the current context of your kubeconfig, read-only. If there is none, or it cannot"
                    + " be reached, runs three simulated clusters.",
            "",
            "Examples:",
            "  livekube up",
            "  livekube up --context kind-demo,prod     follow two clusters",
            "  livekube up --all-contexts               follow every context of your kubeconfig",
            "  livekube up --simulate --pods 20000      run larger simulated clusters"
        })
public final class UpCommand implements Runnable {
    /// How the user started this command: `./livekube` in a checkout.
    private static final String COMMAND = System.getProperty("livekube.command", "livekube");

    @Option(
            names = "--port",
            paramLabel = "N",
            description =
                    "Port of the hub on 127.0.0.1; 0 for any free port (default: 8080, or any if 8080 is in use).")
    private @Nullable Integer port;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Kubeconfig to take contexts from.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            split = ",",
            description = "Contexts to follow; unreachable ones are skipped if there are several.")
    private List<String> contexts = List.of();

    @Option(names = "--all-contexts", description = "Follow every context that can be reached.")
    private boolean allContexts;

    @Option(names = "--simulate", description = "Run simulated clusters and ignore the kubeconfig.")
    private boolean simulate;

    @Option(
            names = "--pods",
            paramLabel = "N",
            description = "Pods in the largest simulated cluster (default: ${DEFAULT-VALUE}).")
    private int pods = 2000;

    @Option(
            names = "--churn",
            paramLabel = "RATE",
            defaultValue = "50",
            description =
                    "Changes per second in the largest simulated cluster; 0 for none (default: ${DEFAULT-VALUE}).")
    private double churn;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        resolveConflicts();
        if (simulate && (allContexts || !contexts.isEmpty() || kubeconfig != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--simulate cannot be combined with --context, --all-contexts or --kubeconfig");
        }
        if (allContexts && !contexts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "specify --context or --all-contexts, not both");
        }
        SimulatedFleet.Plan plan = plan();
        try (StopSignal stop = StopSignal.install(spec.commandLine().getOut())) {
            Optional<List<NamedCluster>> clusters = stop.unlessAsked(this::clusters);
            if (clusters.isPresent() && clusters.get().isEmpty()) {
                simulate(plan, stop);
            } else if (clusters.isPresent()) {
                follow(clusters.get(), stop);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }

    private void simulate(SimulatedFleet.Plan plan, StopSignal stop) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (var fleet = stop.unlessAsked(() -> SimulatedFleet.start(plan, out)).orElse(null)) {
            if (fleet != null) {
                follow(fleet.clusters(), stop);
            }
        }
    }

    /// An option on the command line overrides a conflicting one from the environment or the config file.
    private void resolveConflicts() {
        CommandLine.ParseResult typed = spec.commandLine().getParseResult();
        boolean named = typed.hasMatchedOption("--context");
        boolean all = typed.hasMatchedOption("--all-contexts");
        boolean from = typed.hasMatchedOption("--kubeconfig");
        boolean made = typed.hasMatchedOption("--simulate");
        if (made && !named && !all && !from) {
            contexts = List.of();
            allContexts = false;
            kubeconfig = null;
        } else if (!made && (named || all || from)) {
            simulate = false;
        }
        if (named != all) {
            contexts = named ? contexts : List.of();
            allContexts = all;
        }
    }

    private SimulatedFleet.Plan plan() {
        return UsageErrors.valid(spec, () -> new SimulatedFleet.Plan(pods, churn));
    }

    /// The clusters to follow; empty if they are to be simulated.
    private List<NamedCluster> clusters() throws InterruptedException {
        Optional<Path> file = Optional.ofNullable(kubeconfig);
        if (simulate) {
            return simulated("As requested");
        }
        Kubeconfig.Contexts known = ClusterAccess.contexts(file);
        if (contexts.isEmpty() && !allContexts && kubeconfig == null) {
            return usual(known);
        }
        return ReachableContexts.of(
                file,
                chosen(known),
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
    }

    private List<String> chosen(Kubeconfig.Contexts known) {
        List<String> chosen = allContexts
                ? known.names()
                : contexts.isEmpty()
                        ? known.current().map(List::of).orElse(List.of())
                        : contexts.stream().distinct().toList();
        if (chosen.isEmpty()) {
            throw new CommandFailure("no context to follow: specify one with --context, or use --simulate");
        }
        // An unknown name is a mistake, not an unreachable cluster: this throws.
        chosen.stream()
                .filter(name -> !known.names().contains(name))
                .forEach(name -> ClusterAccess.of(Optional.ofNullable(kubeconfig), Optional.of(name)));
        return chosen;
    }

    private List<NamedCluster> usual(Kubeconfig.Contexts known) throws InterruptedException {
        if (known.current().isEmpty()) {
            return simulated(
                    known.names().isEmpty() ? "No kubeconfig found" : "Your kubeconfig has no current-context");
        }
        String context = known.current().get();
        ApiAccess access = ClusterAccess.of(Optional.empty(), Optional.of(context));
        Optional<String> problem = ClusterAccess.problem(access);
        if (problem.isPresent()) {
            spec.commandLine().getErr().println("warning: context %s: %s".formatted(context, problem.get()));
            return simulated("Your cluster cannot be reached");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(ReachableContexts.following(context, access));
        out.flush();
        return List.of(new NamedCluster(ClusterNames.of(context, List.of()), access));
    }

    private List<NamedCluster> simulated(String why) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(why + ": running three simulated clusters. No real cluster is touched.");
        out.flush();
        return List.of();
    }

    private void follow(List<NamedCluster> clusters, StopSignal stop) {
        PrintWriter out = spec.commandLine().getOut();
        try (var scratch = PrivateFiles.directory()) {
            Map<String, String> tokens = new LinkedHashMap<>();
            clusters.forEach(target -> tokens.put(target.name(), PrivateFiles.token()));
            String lines = tokens.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                    .collect(Collectors.joining());
            Path tokensFile = scratch.write("tokens", lines);
            try (Hub hub = LocalHub.start(tokensFile, Optional.ofNullable(port), LocalHub.DEFAULT_PORT, out)) {
                Map<String, Agent> agents = new LinkedHashMap<>();
                try {
                    for (NamedCluster target : clusters) {
                        Path token = scratch.write("token-" + target.name(), tokens.get(target.name()) + "\n");
                        var config =
                                AgentConfig.of(hub.url(), target.name(), token).withVersion(BuildVersion.livekube());
                        agents.put(target.name(), new Agent(config, target.access()));
                    }
                    run(hub, agents, stop);
                } finally {
                    QuietClose.together(agents.values());
                }
            }
        }
    }

    private void run(Hub hub, Map<String, Agent> agents, StopSignal stop) {
        PrintWriter out = spec.commandLine().getOut();
        agents.values().forEach(agent -> {
            var _ = agent.defect().whenComplete((_, _) -> stop.ask());
            agent.start();
        });
        new SyncProgress(out, hub, agents).await(stop);
        if (!stop.await(Duration.ZERO)) {
            announce(hub, agents.keySet().iterator().next(), out);
        }
        stop.await();
        if (agents.values().stream().anyMatch(agent -> agent.defect().isCompletedExceptionally())) {
            throw new CommandFailure("an agent stopped because of an internal error; see the log above");
        }
    }

    private static void announce(Hub hub, String cluster, PrintWriter out) {
        String kubectl = "kubectl --server " + hub.url() + "/clusters/" + cluster;
        String elsewhere = hub.url().getPort() == LocalHub.DEFAULT_PORT ? "" : " --hub " + hub.url();
        out.println();
        out.println("  dashboard   " + hub.url() + "/");
        out.println();
        out.println("Try in another terminal:");
        out.println("  " + kubectl + " get pods -A");
        out.println("  " + kubectl + " get deployments -A -w");
        out.println("  " + COMMAND + " get pods -A --all-clusters --problems" + elsewhere);
        out.println("Press Ctrl-C to stop.");
        out.flush();
    }
}
