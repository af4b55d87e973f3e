package io.livekube.lab.peer;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// One cold start of an informer in its own process, with its cost.
///
/// @param syncSeconds from the informer's start to its cache being complete, by the child's own clock
/// @param wallSeconds the same from the start of the process, by ours
/// @param cpuSeconds of the whole process until then
/// @param heapBytes live heap after a garbage collection
/// @param rssBytes resident memory once it stopped moving, before that collection
public record InformerTrial(
        HeldObjects holding,
        double syncSeconds,
        double wallSeconds,
        double cpuSeconds,
        double heapBytes,
        double rssBytes,
        double peakRssBytes) {
    private static final Duration SYNC_LIMIT = Duration.ofMinutes(5);
    private static final double MB = 1e6;

    public static InformerTrial of(Run run, String name, List<String> command) throws InterruptedException {
        try (ChildProcess child = run.start(name, command)) {
            JsonNode synced = child.await("synced", SYNC_LIMIT);
            double wall = child.secondsSinceStart();
            double cpu = child.usage().cpuSeconds();
            ProcessUsage settled = settle(child);
            return new InformerTrial(
                    HeldObjects.of(synced),
                    synced.path("seconds").asDouble(),
                    wall,
                    cpu,
                    child.ask("gc").path("heap_bytes").asDouble(),
                    settled.rssBytes(),
                    settled.peakRssBytes());
        }
    }

    /// Records the figures as one round, if the contestant holds the right objects.
    public void record(Results results, String contestant, HeldObjects expected) {
        HeldObjects.requireEqual(Map.of("server", expected, contestant, holding));
        results.record("sync_s", contestant, syncSeconds);
        results.record("wall_s", contestant, wallSeconds);
        results.record("cpu_s", contestant, cpuSeconds);
        results.record("heap_mb", contestant, heapBytes / MB);
        results.record("heap_b_per_pod", contestant, heapBytes / holding.count());
        results.record("rss_mb", contestant, rssBytes / MB);
        results.record("peak_rss_mb", contestant, peakRssBytes / MB);
    }

    /// Waits until resident memory has changed by less than 1% within half a second, for at most four seconds.
    private static ProcessUsage settle(ChildProcess child) throws InterruptedException {
        ProcessUsage before = child.usage();
        for (int i = 0; i < 8; i++) {
            Thread.sleep(Duration.ofMillis(500));
            ProcessUsage now = child.usage();
            if (Math.abs(now.rssBytes() - before.rssBytes()) < before.rssBytes() / 100) {
                return now;
            }
            before = now;
        }
        return before;
    }
}
