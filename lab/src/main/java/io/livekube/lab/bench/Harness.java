package io.livekube.lab.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Runs a benchmark by name and publishes its results: a table, a JSON file, a plot, and one last line.
public final class Harness {
    private final Map<String, Benchmark> benchmarks;
    private final PrintStream out;
    private final PrintStream err;

    public Harness(List<Benchmark> benchmarks, PrintStream out, PrintStream err) {
        this.benchmarks = benchmarks.stream().collect(Collectors.toMap(Benchmark::name, Function.identity()));
        this.out = out;
        this.err = err;
    }

    /// Returns the exit code: 0 measured, 1 failed or invalid, 2 asked for something that does not exist.
    public int run(List<String> arguments) {
        Benchmark benchmark = arguments.isEmpty() ? null : benchmarks.get(arguments.getFirst());
        if (benchmark == null) {
            err.println((arguments.isEmpty() ? "no benchmark named" : "unknown benchmark " + arguments.getFirst())
                    + "; there are: "
                    + benchmarks.keySet().stream().sorted().collect(Collectors.joining(" ")));
            return 2;
        }
        try {
            Options options = Options.parse(arguments.subList(1, arguments.size()), benchmark.options());
            LabDirectory lab = LabDirectory.find();
            Results results = measure(benchmark, options, lab);
            publish(benchmark, results, options.resultsOr(lab.results()));
            return results.faults().isEmpty() ? 0 : 1;
        } catch (UsageException e) {
            err.println(e.getMessage());
            return 2;
        } catch (BenchException e) {
            err.println(benchmark.name() + ": " + e.getMessage());
            return 1;
        }
    }

    private Results measure(Benchmark benchmark, Options options, LabDirectory lab) {
        try (var run = new Run(options, lab, err)) {
            benchmark.run(run);
            return run.results();
        } catch (UsageException | BenchException e) {
            throw e;
        } catch (Exception e) {
            throw new BenchException("failed: " + e, e);
        }
    }

    private void publish(Benchmark benchmark, Results results, Path directory) {
        out.print(ResultTable.of(results));
        try {
            Files.createDirectories(directory);
            var json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
            Files.writeString(
                    directory.resolve(benchmark.name() + ".json"), json.writeValueAsString(results.flat()) + "\n");
            Files.writeString(directory.resolve(benchmark.name() + ".svg"), SvgPlot.of(benchmark, results));
        } catch (IOException e) {
            throw new BenchException("can't write the results to " + directory, e);
        }
        results.faults().forEach(fault -> out.println("INVALID: " + fault));
        out.println(results.line(
                benchmark.name(),
                benchmark.panels().stream().map(PlotPanel::metric).collect(Collectors.toSet())));
    }
}
