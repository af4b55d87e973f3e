package io.livekube.lab.freshness;

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
import io.livekube.lab.sim.SimulatorServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// CPU time that a hub spends per change of an object: with no dashboard open, and with one tab on the table of pods
/// or on the problems page.
///
/// The search index is kept up to date in each case, and searched once per second. To compare with an earlier
/// version, run the benchmark on both, alternately.
public final class DashboardBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int SIMULATOR_HEAP_MB = 1_500;
    private static final int AGENT_HEAP_MB = 96;
    private static final int KINDS = 18;

    /// As shipped, see `build/jvm`; and the compiler threads are kept, so that their time can be told apart.
    private static final List<String> HUB_FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:-UseDynamicNumberOfCompilerThreads");

    /// Microseconds of the hub's CPU time per change.
    ///
    /// @param steady without the JVM's compiler threads, which a hub that has run for long does not need
    private record Cost(double total, double steady) {}

    /// The stream of each page, as in the dashboard's `streamUrl`; empty for no dashboard.
    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("no_tab", "");
        PAGES.put("pods_tab", "/api/v1/stream?clusters=true&rows=pods");
        PAGES.put(
                "problems_tab",
                "/api/v1/stream?clusters=true&rows=pods&rows=nodes&rows=deployments.apps&rows=statefulsets.apps"
                        + "&rows=daemonsets.apps&rows=jobs.batch&rows=persistentvolumeclaims&problems=true");
    }

    @Override
    public String name() {
        return "dashboard";
    }

    @Override
    public String question() {
        return "how much CPU does the hub spend per change with a dashboard open?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods of the simulated cluster", 10_000, 500),
                Option.of("rate", "changes per second", 400, 100),
                Option.of("rounds", "rounds over all pages", 3, 1),
                Option.of("warm-up", "seconds of changes beforehand", 60, 2),
                Option.of("seconds", "of changes per page and round", 20, 3));
    }

    @Override
    public void run(Run run) throws Exception {
        ChildProcess simulator = run.start(
                "simulator",
                JavaChild.command(
                        SimulatorServer.class, SIMULATOR_HEAP_MB, run.options().text("pods")));
        Path kubeconfig = run.write(
                "simulator.kubeconfig",
                simulator.await("ready", LIMIT).path("kubeconfig").asText());
        Pipeline pipeline =
                Pipeline.start(run, kubeconfig, HUB_FLAGS, AGENT_HEAP_MB, List.of("-XX:+UseSerialGC"), KINDS, false);
        run.progress("warming up");
        measure(
                run,
                simulator,
                pipeline,
                Objects.requireNonNull(PAGES.get("pods_tab")),
                run.options().number("warm-up"));
        for (int round = 1; round <= run.options().number("rounds"); round++) {
            for (Map.Entry<String, String> page : PAGES.entrySet()) {
                Cost cost = measure(
                        run, simulator, pipeline, page.getValue(), run.options().number("seconds"));
                run.results().record("cpu_us_per_change", page.getKey(), cost.total());
                run.results().record("steady_cpu_us_per_change", page.getKey(), cost.steady());
                run.progress("round %d, %s: %.0f µs per change, %.0f without compilers"
                        .formatted(round, page.getKey(), cost.total(), cost.steady()));
            }
        }
        Results results = run.results();
        results.figure("cpu_us_per_change_with_tab", results.median("cpu_us_per_change", "pods_tab"));
        results.figure("steady_cpu_us_per_change_with_tab", results.median("steady_cpu_us_per_change", "pods_tab"));
        results.figure("rate", run.options().number("rate"));
    }

    private static Cost measure(Run run, ChildProcess simulator, Pipeline pipeline, String page, int seconds)
            throws Exception {
        URI url = URI.create(pipeline.url());
        try (DashboardTab tab = DashboardTab.open(url, page)) {
            simulator.send(
                    "churn",
                    Child.fields().put("rate", run.options().number("rate")).put("seconds", seconds + 1));
            Thread.sleep(Duration.ofSeconds(1));
            long before = changes(pipeline);
            ProcessUsage used = pipeline.hub().usage();
            double compiled = ProcessUsage.compilerSeconds(pipeline.hub().pid());
            for (int second = 0; second < seconds - 1; second++) {
                tab.search("kind:pod%20web");
                Thread.sleep(Duration.ofSeconds(1));
            }
            double cpu = pipeline.hub().usage().cpuSecondsSince(used);
            double compilers = ProcessUsage.compilerSeconds(pipeline.hub().pid()) - compiled;
            long changes = changes(pipeline) - before;
            JsonNode churned = simulator.await("churn", LIMIT);
            if (changes < run.options().number("rate") * (seconds - 1) / 2) {
                run.results().invalid("the hub received %d changes, at a churn of %s".formatted(changes, churned));
            }
            if (!page.isEmpty() && tab.events() == 0) {
                run.results().invalid("no rows arrived on " + page);
            }
            return new Cost(cpu * 1e6 / changes, (cpu - compilers) * 1e6 / changes);
        }
    }

    private static long changes(Pipeline pipeline) {
        return pipeline.hub().ask("changes").path("changes").asLong();
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(new PlotPanel("CPU time of the hub per change", "cpu_us_per_change", "µs"));
    }
}
