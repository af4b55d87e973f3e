package io.livekube.lab.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The benchmark `idle`: cost of clusters without readers to a hub, in heap per cluster and CPU in total.
///
/// One process plays their agents, which only poll for tasks. Then each cluster is on for a while, with some
/// pods, and is left idle until the hub has released them, for which the hub's clock is advanced.
public final class IdleBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int HEAP_MB = 256;

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String question() {
        return "what do 200 clusters without readers cost?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("clusters", "clusters with an agent that asks for tasks", 200, 50),
                Option.of("seconds", "how long the processor time is counted", 30, 5),
                Option.of("pods", "pods that each has had while it was on", 100, 20));
    }

    @Override
    public void run(Run run) throws Exception {
        int clusters = run.options().number("clusters");
        String lines = IntStream.range(0, clusters)
                .mapToObj(i -> IdleAgents.cluster(i) + " " + IdleAgents.token(i) + "\n")
                .collect(Collectors.joining());
        Path tokens = run.write("tokens", lines);
        ChildProcess hub = run.start("hub", JavaChild.command(IdleHub.class, HEAP_MB, tokens.toString()));
        String url = hub.await("ready", LIMIT).path("url").asText();
        Results results = run.results();
        double alone = heap(hub);
        results.record("cpu_percent", "no_clusters", cpuPercent(run, hub));

        ChildProcess agents =
                run.start("agents", JavaChild.command(IdleAgents.class, HEAP_MB, url, Integer.toString(clusters)));
        agents.await("ready", LIMIT);
        requireState(run, hub, "connected", clusters);
        double idle = heap(hub);
        results.record("cpu_percent", "idle_clusters", cpuPercent(run, hub));
        requireState(run, hub, "connected", clusters);
        results.record("heap_kb_a_cluster", "never_on", (idle - alone) / 1e3 / clusters);

        agents.ask("push", Child.fields().put("pods", run.options().number("pods")), LIMIT);
        requireState(run, hub, "objects", clusters * run.options().number("pods"));
        results.record("heap_kb_a_cluster", "on", (heap(hub) - alone) / 1e3 / clusters);
        hub.ask("forget", Child.fields(), LIMIT);
        requireState(run, hub, "objects", 0);
        results.record("heap_kb_a_cluster", "been_on", (heap(hub) - alone) / 1e3 / clusters);

        results.figure("clusters", clusters);
        results.figure("idle_kb_per_cluster", results.median("heap_kb_a_cluster", "been_on"));
        results.figure(
                "idle_cpu_percent",
                results.median("cpu_percent", "idle_clusters") - results.median("cpu_percent", "no_clusters"));
    }

    private static double heap(ChildProcess hub) {
        return hub.ask("gc").path("heap_bytes").asDouble();
    }

    private static double cpuPercent(Run run, ChildProcess hub) throws InterruptedException {
        int seconds = run.options().number("seconds");
        ProcessUsage before = hub.usage();
        Thread.sleep(Duration.ofSeconds(seconds));
        double percent = hub.usage().cpuSecondsSince(before) * 100 / seconds;
        run.progress("the hub took %.2f %% of a core over %d s".formatted(percent, seconds));
        return percent;
    }

    private static void requireState(Run run, ChildProcess hub, String what, int expected) {
        JsonNode state = hub.ask("state");
        if (state.path(what).asInt() != expected) {
            run.results().invalid("the hub has " + state + ", but " + what + " should be " + expected);
        }
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("heap per cluster", "heap_kb_a_cluster", "KB"),
                new PlotPanel("processor time", "cpu_percent", "% of a core"));
    }
}
