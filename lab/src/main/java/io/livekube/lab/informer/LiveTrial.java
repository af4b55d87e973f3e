package io.livekube.lab.informer;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GeneratorReport;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.util.List;

/// A synced informer under changes: CPU for each event at one rate, latency at a lower one.
///
/// The changes are written straight into etcd, since the API server's own write path would be the limit.
final class LiveTrial {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Run run;
    private final ChildProcess churner;
    private final int cpuRate;
    private final int latencyRate;
    private final int seconds;

    LiveTrial(Run run, ChildProcess churner, int cpuRate, int latencyRate, int seconds) {
        this.run = run;
        this.churner = churner;
        this.cpuRate = cpuRate;
        this.latencyRate = latencyRate;
        this.seconds = seconds;
    }

    void measure(String contestant, List<String> command) {
        Results results = run.results();
        try (ChildProcess informer = run.start(contestant + "-live", command)) {
            informer.await("synced", LIMIT);
            warmUp();
            informer.ask("latency");

            ProcessUsage before = informer.usage();
            GeneratorReport load = churn(cpuRate);
            ProcessUsage after = informer.usage();
            load.validate(results);
            long seen = informer.ask("latency").path("seen").asLong();
            results.record("cpu_ms_per_event", contestant, after.cpuSecondsSince(before) * 1e3 / Math.max(1, seen));
            results.record("seen_share", contestant, (double) seen / load.sent());

            churn(latencyRate).validate(results);
            JsonNode latency = informer.ask("latency");
            results.record("latency_p50_ms", contestant, latency.path("p50_ms").asDouble());
            results.record("latency_p99_ms", contestant, latency.path("p99_ms").asDouble());
        }
    }

    /// Changes that nothing is measured under.
    void warmUp() {
        var _ = churn(cpuRate);
    }

    private GeneratorReport churn(int rate) {
        return GeneratorReport.of(
                "churner", churner.ask("churn", Child.fields().put("rate", rate).put("seconds", seconds), LIMIT));
    }
}
