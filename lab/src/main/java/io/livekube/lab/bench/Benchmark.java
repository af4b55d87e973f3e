package io.livekube.lab.bench;

import java.util.List;

/// One question asked of several contestants in one run.
public interface Benchmark {
    /// What `make bench BENCH=` calls it; also the name of its result files.
    String name();

    /// The question that it answers, in one line.
    String question();

    List<Option> options();

    /// Starts the processes that it needs, verifies that the contestants hold equal results, and records
    /// measurements in `run.results()`.
    void run(Run run) throws Exception;

    /// What to draw of the results; the last line of a run names the same metrics.
    List<PlotPanel> panels();
}
