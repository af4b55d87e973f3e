package io.livekube.lab.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.Panel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.sim.SimulatorServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What agent and hub take in memory for a cluster of 10,000 pods with everything around them, churn
/// included.
public final class MemoryBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int SIMULATOR_HEAP_MB = 1_500;
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
        results.figure("objects", ready.path("objects").asDouble());
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
    public List<Panel> panels() {
        return List.of(new Panel("peak RSS", "peak_rss_mb", "MB"), new Panel("settled heap", "heap_mb", "MB"));
    }
}
