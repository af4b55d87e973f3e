package io.livekube.cli.command;

import io.livekube.cli.process.StopSignal;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.OutputFile;
import io.livekube.cli.terminal.ProgressLine;
import io.livekube.cli.terminal.UsageErrors;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ClusterSummary;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = "Run a simulated Kubernetes API server with a realistic, changing cluster.",
        footer = {
            "",
            "Examples:",
            "  livekube simulate --pods 10000 --churn 500",
            "  livekube simulate --port 8001 --kubeconfig-out sim.kubeconfig",
            "  kubectl --kubeconfig sim.kubeconfig get pods -A -w"
        })
public final class SimulateCommand implements Runnable {
    /// Measured: a pod with its share of all other objects, and the history of changes.
    private static final long HEAP_BYTES_PER_POD = 12_000;

    private static final long BASE_HEAP_BYTES = 300L << 20;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port on 127.0.0.1; 0 for any free port (default: ${DEFAULT-VALUE}).")
    private int port = 0;

    @Option(
            names = "--pods",
            paramLabel = "N",
            description = "Number of pods; all other objects scale with it (default: ${DEFAULT-VALUE}).")
    private int pods = 1000;

    @Option(
            names = "--churn",
            paramLabel = "RATE",
            defaultValue = "50",
            description =
                    "Changes per second (rollouts, crash loops, scaling, node loss); 0 for none (default: ${DEFAULT-VALUE}).")
    private double churn;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed; the same seed gives the same cluster and changes (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = "Write a kubeconfig for the server to this file.")
    private @Nullable Path kubeconfigOut;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        SimulatorConfig config =
                UsageErrors.valid(spec, () -> SimulatorConfig.defaults().withPort(port));
        ClusterSpec cluster = UsageErrors.valid(
                spec, () -> ClusterSpec.defaults().withSeed(seed).withPods(pods).withNow(Instant.now()));
        Optional<ChurnSpec> changes = churn == 0
                ? Optional.empty()
                : Optional.of(UsageErrors.valid(
                        spec, () -> ChurnSpec.defaults().withSeed(seed).withChangesPerSecond(churn)));
        Optional<OutputFile> kubeconfig =
                Optional.ofNullable(kubeconfigOut).map(path -> OutputFile.claim(path, "kubeconfig"));

        requireHeapFor(pods);

        try (StopSignal stop = StopSignal.install(spec.commandLine().getOut());
                Simulator simulator = start(config)) {
            out.println("Simulated Kubernetes API server; no real cluster is touched.");
            if (stop.unlessAsked(() -> populate(simulator, cluster, out)).isEmpty()) {
                return;
            }
            kubeconfig.ifPresent(file -> file.write(simulator.kubeconfig()));
            try (var _ = changes.map(c -> Churn.start(simulator.store(), c)).orElse(null)) {
                announce(simulator, kubeconfig, out);
                stop.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }

    /// Fails before minutes of work if the cluster will not fit into the heap.
    private static void requireHeapFor(int pods) {
        long needed = BASE_HEAP_BYTES + pods * HEAP_BYTES_PER_POD;
        long available = Runtime.getRuntime().maxMemory();
        if (needed > available) {
            throw new CommandFailure(
                    "%,d pods need about %,d MB of heap, but the limit is %,d MB: set LIVEKUBE_JAVA_OPTS=-Xmx%dm"
                            .formatted(pods, needed >> 20, available >> 20, needed >> 20));
        }
    }

    private static Simulator start(SimulatorConfig config) {
        try {
            return Simulator.start(config);
        } catch (UncheckedIOException e) {
            throw new CommandFailure(e.getMessage() + "; choose another with --port, or --port 0 for any free one", e);
        }
    }

    private static ClusterSummary populate(Simulator simulator, ClusterSpec cluster, PrintWriter out) {
        long start = System.nanoTime();
        var progress = new ProgressLine(out, "generating pods");
        ClusterSummary summary = ClusterGenerator.populate(simulator.store(), cluster, progress::show);
        out.printf(
                Locale.ROOT,
                "  cluster   %,d pods, %,d objects of %d kinds, from seed %d, in %.1f s%n",
                cluster.pods(),
                summary.objects(),
                summary.counts().size(),
                cluster.seed(),
                (System.nanoTime() - start) / 1e9);
        return summary;
    }

    private void announce(Simulator simulator, Optional<OutputFile> kubeconfig, PrintWriter out) {
        String kubectl = kubeconfig
                .map(file -> "kubectl --kubeconfig " + file.path())
                .orElse("kubectl --server " + simulator.url());
        out.printf(Locale.ROOT, "  churn     %s changes per second%n", churn == 0 ? "no" : Double.toString(churn));
        out.println("  serving   " + simulator.url());
        out.println();
        out.println("Try in another terminal:");
        out.println("  " + kubectl + " get pods -A");
        out.println("  " + kubectl + " get pods -A -w");
        out.println("  " + kubectl + " get deployments,nodes -A");
        out.println("Press Ctrl-C to stop.");
        out.flush();
    }
}
