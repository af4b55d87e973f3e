package io.livekube.lab.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Measures how much one simulator process holds, and how fast it churns on one core.
final class CapacityTrial {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /// How `./livekube` runs it: the default sizes of generations leave no room for what lives long.
    private static final List<String> LAUNCHER_FLAGS = List.of("-XX:+UseSerialGC", "-Xmn100m");

    private final Run run;

    CapacityTrial(Run run) {
        this.run = run;
    }

    void measure(int pods, int heapMb, int churnSeconds) {
        List<String> command =
                new ArrayList<>(JavaChild.command(SimulatorServer.class, heapMb, Integer.toString(pods)));
        command.addAll(1, LAUNCHER_FLAGS);
        try (ChildProcess simulator = run.start("simulator-capacity", command)) {
            JsonNode ready = simulator.await("ready", LIMIT);
            record("capacity_populate_s", ready.path("populate_s").asDouble());
            record("capacity_start_s", simulator.secondsSinceStart());
            record("capacity_heap_mb", simulator.ask("gc").path("heap_bytes").asDouble() / 1e6);
            simulator.pinTo("0");
            JsonNode churned = simulator.ask("churn", Child.fields().put("seconds", churnSeconds), LIMIT);
            double rate = churned.path("changes_per_s").asDouble();
            record("capacity_changes_per_s", rate);
            record(
                    "capacity_changes_per_cpu_s",
                    churned.path("changes_per_cpu_s").asDouble());
            record("capacity_peak_rss_mb", simulator.usage().peakRssBytes() / 1e6);
            run.progress(pods + " pods in " + ready.path("populate_s").asInt() + " s, then " + (long) rate
                    + " changes per second on one core");
        }
    }

    private void record(String metric, double value) {
        run.results().record(metric, ServerPair.SIMULATOR, value);
    }
}
