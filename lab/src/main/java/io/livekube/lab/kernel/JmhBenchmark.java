package io.livekube.lab.kernel;

import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Run;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs the JMH kernels that match a pattern, each in its own JVM; an iteration counts as a round.
public final class JmhBenchmark implements Benchmark {
    private static final String CONTESTANT = "livekube";

    @Override
    public String name() {
        return "jmh";
    }

    @Override
    public String question() {
        return "what do single hot paths cost?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("pattern", "regular expression over kernels' names", ".*", ".*"),
                Option.of("forks", "JVMs for each kernel", 2, 1),
                Option.of("iterations", "measured iterations in each", 3, 1),
                Option.of("warmups", "iterations before that", 3, 1),
                Option.of("iteration-ms", "length of an iteration", 1_000, 200));
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(new PlotPanel("simulator store, update of a pod", "store_update_pod_us", "µs"));
    }

    @Override
    public void run(Run run) throws RunnerException {
        var length = TimeValue.milliseconds(run.options().number("iteration-ms"));
        var runner = new Runner(new OptionsBuilder()
                .include(run.options().text("pattern"))
                .forks(run.options().number("forks"))
                .warmupIterations(run.options().number("warmups"))
                .warmupTime(length)
                .measurementIterations(run.options().number("iterations"))
                .measurementTime(length)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build());
        for (RunResult kernel : kernels(runner, run.options().text("pattern"))) {
            String metric = metric(
                    kernel.getParams().getBenchmark(), kernel.getPrimaryResult().getScoreUnit());
            kernel.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .forEach(iteration -> run.results()
                            .record(
                                    metric,
                                    CONTESTANT,
                                    iteration.getPrimaryResult().getScore()));
        }
    }

    private static Collection<RunResult> kernels(Runner runner, String pattern) throws RunnerException {
        try {
            return runner.run();
        } catch (NoBenchmarksException e) {
            throw new BenchException("no kernel matches " + pattern, e);
        }
    }

    /// `io.livekube.lab.kernel.StoreUpdate.pod` in `us/op` becomes `store_update_pod_us`.
    static String metric(String kernel, String unit) {
        String[] path = kernel.split("\\.", -1);
        String name = path[path.length - 2] + "_" + path[path.length - 1];
        String words = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2");
        return (words + "_" + unit.replace("/op", "").replace('/', '_')).toLowerCase(Locale.ROOT);
    }
}
