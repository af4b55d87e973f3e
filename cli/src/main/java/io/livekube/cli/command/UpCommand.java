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
        description = "Start hub, agents and dashboard in one process, on your clusters or on simulated ones.",
        footer = {
            "",
            "Without an option: the current context of your kubeconfig, which is only read from. If there is none, or it"
                    + " can't be reached: three simulated clusters.",
            "",
            "Examples:",
            "  livekube up",
            "  livekube up --context kind-demo,prod     two clusters",
            "  livekube up --all-contexts               all of your kubeconfig",
            "  livekube up --simulate --pods 20000      larger than the usual ones"
        })
public final class UpCommand implements Runnable {
    /// What was typed to start this: the launcher of a checkout is on nobody's path.
    private static final String COMMAND = System.getProperty("livekube.command", "livekube");

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The hub's port on 127.0.0.1; 0 takes any free one (default: 8080, or any if that is taken).")
    private @Nullable Integer port;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Take contexts from there.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            split = ",",
            description = "Follow the clusters of these contexts; of several, those that can be reached.")
    private List<String> contexts = List.of();

    @Option(names = "--all-contexts", description = "Follow the clusters of all contexts that can be reached.")
    private boolean allContexts;

    @Option(names = "--simulate", description = "Make simulated clusters, whatever is in the kubeconfig.")
    private boolean simulate;

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Pods of the largest simulated cluster (default: ${DEFAULT-VALUE}).")
    private int pods;

    @Option(
            names = "--churn",
            paramLabel = "RATE",
            defaultValue = "50",
            description = "Changes a second in the largest simulated cluster; 0 for none (default: ${DEFAULT-VALUE}).")
    private double churn;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        settle();
        if (simulate && (allContexts || !contexts.isEmpty() || kubeconfig != null)) {
            throw new ParameterException(spec.commandLine(), "--simulate needs no context and no kubeconfig");
        }
        if (allContexts && !contexts.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Choose --context or --all-contexts, not both");
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
                follow(fleet.targets(), stop);
            }
        }
    }

    /// What is typed counts more than its opposite from the environment or a file.
    private void settle() {
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
        try {
            return new SimulatedFleet.Plan(pods, churn);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /// Real clusters; none if they are to be simulated, which is said.
    private List<NamedCluster> clusters() throws InterruptedException {
        Optional<Path> file = Optional.ofNullable(kubeconfig);
        if (simulate) {
            return simulated("As you wish:");
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
            throw new CommandFailure("there is no context to follow: name one with --context, or try --simulate");
        }
        // A name that is misspelt is no cluster that is away: this throws.
        chosen.stream()
                .filter(name -> !known.names().contains(name))
                .forEach(name -> ClusterAccess.of(Optional.ofNullable(kubeconfig), Optional.of(name)));
        return chosen;
    }

    private List<NamedCluster> usual(Kubeconfig.Contexts known) throws InterruptedException {
        if (known.current().isEmpty()) {
            return simulated(
                    known.names().isEmpty() ? "There is no kubeconfig:" : "Your kubeconfig has no current-context:");
        }
        String context = known.current().get();
        ApiAccess access = ClusterAccess.of(Optional.empty(), Optional.of(context));
        Optional<String> problem = ClusterAccess.problem(access);
        if (problem.isPresent()) {
            spec.commandLine().getErr().println("warning: context %s: %s".formatted(context, problem.get()));
            return simulated("Your cluster can't be followed:");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(ReachableContexts.following(context, access));
        out.flush();
        return List.of(new NamedCluster(ClusterNames.of(context, List.of()), access));
    }

    private List<NamedCluster> simulated(String why) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(why + " these are three simulated clusters, no real one is touched.");
        out.flush();
        return List.of();
    }

    private void follow(List<NamedCluster> targets, StopSignal stop) {
        PrintWriter out = spec.commandLine().getOut();
        try (var scratch = PrivateFiles.directory()) {
            Map<String, String> tokens = new LinkedHashMap<>();
            targets.forEach(target -> tokens.put(target.name(), PrivateFiles.token()));
            String lines = tokens.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                    .collect(Collectors.joining());
            Path tokensFile = scratch.write("tokens", lines);
            try (Hub hub = LocalHub.start(tokensFile, Optional.ofNullable(port), LocalHub.DEFAULT_PORT, out)) {
                Map<String, Agent> agents = new LinkedHashMap<>();
                try {
                    for (NamedCluster target : targets) {
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
            throw new CommandFailure("an agent has a defect, see the log above");
        }
    }

    private static void announce(Hub hub, String cluster, PrintWriter out) {
        String kubectl = "kubectl --server " + hub.url() + "/clusters/" + cluster;
        String elsewhere = hub.url().getPort() == LocalHub.DEFAULT_PORT ? "" : " --hub " + hub.url();
        out.println();
        out.println("  dashboard   " + hub.url() + "/   (open it in a browser)");
        out.println();
        out.println("Try, in another terminal:");
        out.println("  " + kubectl + " get pods -A");
        out.println("  " + kubectl + " get deployments -A -w");
        out.println("  " + COMMAND + " get pods -A --all-clusters --problems" + elsewhere);
        out.println("Ctrl-C stops it.");
        out.flush();
    }
}
