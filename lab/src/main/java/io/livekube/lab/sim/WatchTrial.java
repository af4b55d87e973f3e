package io.livekube.lab.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GeneratorReport;
import io.livekube.lab.bench.Results;
import io.livekube.lab.child.Child;
import java.time.Duration;

/// One watch on all pods while a load generator PATCHes them: from just before the PATCH is sent to the event's last
/// byte.
final class WatchTrial {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Results results;
    private final int rate;
    private final int seconds;

    WatchTrial(Results results, int rate, int seconds) {
        this.results = results;
        this.rate = rate;
        this.seconds = seconds;
    }

    void run(ServerUnderTest server, ChildProcess churner) {
        JsonNode churned = churn(churner, seconds);
        GeneratorReport report = GeneratorReport.of("churner of " + server.key(), churned);
        report.validate(results);
        JsonNode latency = server.reader().ask("latency", Child.fields().put("await", report.sent()), LIMIT);
        if (latency.path("seen").asLong() != report.sent()) {
            results.invalid(server.key() + " delivered " + latency.path("seen") + " of " + report.sent() + " changes");
        }
        results.record("watch_p50_ms", server.key(), latency.path("p50_ms").asDouble());
        results.record("watch_p99_ms", server.key(), latency.path("p99_ms").asDouble());
        results.record(
                "patch_p50_ms", server.key(), churned.path("write_p50_ms").asDouble());
        results.record(
                "patch_p99_ms", server.key(), churned.path("write_p99_ms").asDouble());
        results.record("generator_late_p99_ms", server.key(), report.lateP99Ms());
    }

    /// Opens the watch and lets one second of changes pass unmeasured.
    void warmUp(ServerUnderTest server, ChildProcess churner) {
        server.reader().ask("watch");
        long sent = churn(churner, 1).path("sent").asLong();
        server.reader().ask("latency", Child.fields().put("await", sent), LIMIT);
    }

    private JsonNode churn(ChildProcess churner, int forSeconds) {
        return churner.ask("churn", Child.fields().put("rate", rate).put("seconds", forSeconds), LIMIT);
    }
}
