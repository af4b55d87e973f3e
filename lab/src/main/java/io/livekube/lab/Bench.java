package io.livekube.lab;

import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.Harness;
import io.livekube.lab.control.IdleBenchmark;
import io.livekube.lab.control.LoadBenchmark;
import io.livekube.lab.freshness.DashboardBenchmark;
import io.livekube.lab.freshness.FreshnessBenchmark;
import io.livekube.lab.freshness.MemoryBenchmark;
import io.livekube.lab.freshness.PixelBenchmark;
import io.livekube.lab.informer.InformerBenchmark;
import io.livekube.lab.kernel.JmhBenchmark;
import io.livekube.lab.search.SearchBenchmark;
import io.livekube.lab.serve.FanoutBenchmark;
import io.livekube.lab.serve.ReadBenchmark;
import io.livekube.lab.sim.SimBenchmark;
import io.livekube.lab.wire.WireBenchmark;
import java.util.List;

/// Runs one benchmark: `Bench <name> [--quick] [--option value …]`.
public final class Bench {
    private static final List<Benchmark> ALL = List.of(
            new SimBenchmark(),
            new InformerBenchmark(),
            new WireBenchmark(),
            new FreshnessBenchmark(),
            new PixelBenchmark(),
            new DashboardBenchmark(),
            new MemoryBenchmark(),
            new FanoutBenchmark(),
            new ReadBenchmark(),
            new LoadBenchmark(),
            new IdleBenchmark(),
            new SearchBenchmark(),
            new JmhBenchmark());

    private Bench() {}

    public static List<String> names() {
        return ALL.stream().map(Benchmark::name).toList();
    }

    public static void main(String[] args) {
        System.exit(new Harness(ALL, System.out, System.err).run(List.of(args)));
    }
}
