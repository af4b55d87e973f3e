package io.livekube.lab.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.sim.SimulatorServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The benchmark `memory`: agent and hub with a cluster of 10,000 pods and everything around them, churn included.
public final class MemoryBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(1);
    private static final int SIMULATOR_HEAP_MB = 1_500;
    private static final int LARGE = 100_000;
    private static final int LARGE_SIMULATOR_HEAP_MB = 2_500;
    private static final int LARGE_AGENT_HEAP_MB = 800;
    private static final int KINDS = 18;
    private static final double MB = 1e6;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String question() {
        return "how much memory do agent and hub need for 10,000 pods?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods of the simulated cluster", 10_000, 500),
                Option.of(
                        "large-pods",
                        "pods of a large one, for what the hub takes a pod; 0 leaves it out",
                        100_000,
                        1_000),
                Option.of("rounds", "starts of agent and hub", 3, 1),
                Option.of("seconds", "of churn, as fast as the simulator can", 10, 1),
                Option.of("agent-heap-mb", "heap limit of the agent: 28 % of a container of 256 MB", 72, 72));
    }

    @Override
    public void run(Run run) throws Exception {
        int pods = run.options().number("pods");
        ChildProcess simulator = run.start(
                "simulator", JavaChild.command(SimulatorServer.class, SIMULATOR_HEAP_MB, Integer.toString(pods)));
        JsonNode ready = simulator.await("ready", LIMIT);
        Path kubeconfig =
                run.write("simulator.kubeconfig", ready.path("kubeconfig").asText());
        run.progress("simulator serves " + ready.path("objects").asInt() + " objects");
        Results results = run.results();
        for (int round = 1; round <= run.options().number("rounds"); round++) {
            Pipeline pipeline =
                    Pipeline.start(run, kubeconfig, run.options().number("agent-heap-mb"), AGENT_FLAGS, KINDS);
            try (ChildProcess agent = pipeline.agent();
                    ChildProcess hub = pipeline.hub()) {
                results.record("peak_rss_synced_mb", "agent", agent.usage().peakRssBytes() / MB);
                simulator.ask(
                        "churn", Child.fields().put("seconds", run.options().number("seconds")), LIMIT);
                results.record("peak_rss_mb", "agent", agent.usage().peakRssBytes() / MB);
                results.record("peak_rss_mb", "hub", hub.usage().peakRssBytes() / MB);
                results.record(
                        "heap_mb", "agent", agent.ask("gc").path("heap_bytes").asDouble() / MB);
                results.record(
                        "heap_mb", "hub", hub.ask("gc").path("heap_bytes").asDouble() / MB);
            }
            run.progress("round " + round + ": the agent's peak is "
                    + Math.round(results.median("peak_rss_mb", "agent")) + " MB");
        }
        results.figure("agent_peak_rss_mb_at_10k", results.median("peak_rss_mb", "agent"));
        simulator.close();
        if (run.options().number("large-pods") > 0) {
            large(run, run.options().number("large-pods"));
        }
        results.figure("objects", ready.path("objects").asDouble());
    }

    /// Heap per pod of a hub that holds many, including all related objects and the change log.
    private static void large(Run run, int pods) {
        try (ChildProcess simulator = run.start(
                "large-simulator",
                JavaChild.command(SimulatorServer.class, LARGE_SIMULATOR_HEAP_MB, Integer.toString(pods)))) {
            JsonNode ready = simulator.await("ready", LIMIT);
            Path kubeconfig =
                    run.write("large.kubeconfig", ready.path("kubeconfig").asText());
            Pipeline pipeline = Pipeline.start(run, kubeconfig, LARGE_AGENT_HEAP_MB, AGENT_FLAGS, KINDS);
            try (ChildProcess agent = pipeline.agent();
                    ChildProcess hub = pipeline.hub()) {
                simulator.ask(
                        "churn", Child.fields().put("seconds", run.options().number("seconds")), LIMIT);
                JsonNode state = hub.ask("settle", Child.fields().put("seconds", SETTLED_WITHIN.toSeconds()), LIMIT);
                if (!state.path("settled").asBoolean()) {
                    run.results().invalid("the hub has not processed all changes");
                }
                double heap = hub.ask("gc").path("heap_bytes").asDouble();
                run.results().figure(pods == LARGE ? "bytes_per_pod_at_100k" : "bytes_per_pod", heap / pods);
                run.results().figure("large_pods", pods);
                run.results().figure("large_objects", ready.path("objects").asDouble());
                run.results()
                        .figure(
                                "large_agent_heap_mb",
                                agent.ask("gc").path("heap_bytes").asDouble() / MB);
                run.progress("the hub takes %.0f bytes for each of %d pods".formatted(heap / pods, pods));
            }
        }
    }

    /// As the launcher has them for a container of 256 MB.
    private static final List<String> AGENT_FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:MaxNewSize=16m",
            "-XX:+UseCompactObjectHeaders",
            "-XX:ReservedCodeCacheSize=40m",
            "-Xss512k",
            "-XX:MinHeapFreeRatio=20",
            "-XX:MaxHeapFreeRatio=40");

    @Override
    public List<PlotPanel> panels() {
        return List.of(new PlotPanel("peak RSS", "peak_rss_mb", "MB"), new PlotPanel("settled heap", "heap_mb", "MB"));
    }
}
