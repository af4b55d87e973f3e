package io.livekube.lab.informer;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GeneratorReport;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// A synced informer under changes: CPU per event at one rate, latency at a lower one, and throughput when
/// changes are written as fast as possible.
///
/// The changes are written directly into etcd, since the API server's write path would be the limit.
final class LiveTrial {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int FLOOD_SECONDS = 2;
    /// After this time without an event, no more are expected.
    private static final Duration SILENCE = Duration.ofSeconds(1);
    /// How often CPU and latency are measured of all at once.
    private static final int TIMES_TOGETHER = 3;

    private final Run run;
    private final ChildProcess churner;
    private final int cpuRate;
    private final int latencyRate;
    private final int floodRate;
    private final int warmUpSeconds;
    private final int seconds;
    private final int windows;

    LiveTrial(Run run, ChildProcess churner) {
        this.run = run;
        this.churner = churner;
        this.cpuRate = run.options().number("cpu-rate");
        this.latencyRate = run.options().number("latency-rate");
        this.floodRate = run.options().number("flood-rate");
        this.warmUpSeconds = run.options().number("warm-up");
        this.seconds = run.options().number("seconds");
        this.windows = run.options().number("windows");
    }

    /// In a window in which the API server collects garbage, about every half minute, p99 is three to five
    /// times as high for any informer; the median of several windows does not depend on who was affected.
    void measure(String contestant, List<String> command) throws InterruptedException {
        try (ChildProcess informer = run.start(contestant + "-live", command)) {
            informer.await("synced", LIMIT);
            warmUp();
            for (int window = 0; window < windows; window++) {
                cpu(contestant, informer);
            }
            for (int window = 0; window < windows; window++) {
                latency(contestant, informer);
            }
            run.results().record("events_per_s", contestant, flood(informer));
        }
    }

    private void cpu(String contestant, ChildProcess informer) throws InterruptedException {
        calmDown(informer);
        ProcessUsage before = informer.usage();
        GeneratorReport load = churn(cpuRate, seconds);
        Thread.sleep(SILENCE);
        ProcessUsage after = informer.usage();
        load.validate(run.results());
        long seen = informer.ask("latency").path("seen").asLong();
        run.results().record("cpu_ms_per_event", contestant, after.cpuSecondsSince(before) * 1e3 / Math.max(1, seen));
        run.results().record("seen_share", contestant, (double) seen / load.sent());
    }

    private void latency(String contestant, ChildProcess informer) throws InterruptedException {
        calmDown(informer);
        churn(latencyRate, seconds).validate(run.results());
        Thread.sleep(SILENCE);
        JsonNode latency = informer.ask("latency");
        run.results()
                .record("latency_p50_ms", contestant, latency.path("p50_ms").asDouble());
        run.results()
                .record("latency_p99_ms", contestant, latency.path("p99_ms").asDouble());
    }

    /// Lets it receive events still in flight, and discards them.
    private static void calmDown(ChildProcess informer) throws InterruptedException {
        Thread.sleep(SILENCE);
        informer.ask("latency");
    }

    private record Follower(String key, ChildProcess informer) {
        /// The events that it has seen since the last call.
        JsonNode latency() {
            return informer.ask("latency");
        }
    }

    /// CPU per event and latency again, of contestants that follow the same changes at the same time, so that
    /// the machine and the server affect all of them equally.
    void measureTogether(SequencedMap<String, List<String>> contestants) throws InterruptedException {
        List<Follower> followers = new ArrayList<>();
        contestants.forEach((key, command) -> followers.add(new Follower(key, run.start(key + "-together", command))));
        followers.forEach(follower -> follower.informer().await("synced", LIMIT));
        warmUp();
        for (int time = 0; time < TIMES_TOGETHER; time++) {
            cpuTogether(followers);
            latencyTogether(followers);
        }
        followers.forEach(follower -> follower.informer().close());
    }

    private void cpuTogether(List<Follower> followers) throws InterruptedException {
        Thread.sleep(SILENCE);
        followers.forEach(Follower::latency);
        List<ProcessUsage> before =
                followers.stream().map(follower -> follower.informer().usage()).toList();
        churn(cpuRate, seconds).validate(run.results());
        Thread.sleep(SILENCE);
        for (int i = 0; i < before.size(); i++) {
            Follower follower = followers.get(i);
            double used = follower.informer().usage().cpuSecondsSince(before.get(i));
            long seen = follower.latency().path("seen").asLong();
            run.results().record("cpu_ms_per_event_together", follower.key(), used * 1e3 / Math.max(1, seen));
        }
    }

    private void latencyTogether(List<Follower> followers) {
        churn(latencyRate, seconds).validate(run.results());
        for (Follower follower : followers) {
            double p99 = follower.latency().path("p99_ms").asDouble();
            run.results().record("latency_p99_ms_together", follower.key(), p99);
        }
    }

    /// Throughput in changes per second, from the first write to the last event.
    private double flood(ChildProcess informer) throws InterruptedException {
        long began = System.nanoTime();
        var _ = churn(floodRate, FLOOD_SECONDS);
        long last = began;
        long seen = 0;
        while (System.nanoTime() - last < SILENCE.toNanos() || last == began) {
            long more = informer.ask("latency").path("seen").asLong();
            seen += more;
            last = more > 0 || last == began ? System.nanoTime() : last;
            Thread.sleep(Duration.ofMillis(20));
        }
        return seen * 1e9 / (last - began);
    }

    /// Changes that nothing is measured under.
    void warmUp() {
        var _ = churn(cpuRate, warmUpSeconds);
    }

    /// Writes changes as fast as possible for the duration of a warm-up.
    void exercise() {
        var _ = churn(floodRate, warmUpSeconds);
    }

    private GeneratorReport churn(int rate, int time) {
        return GeneratorReport.of(
                "churner", churner.ask("churn", Child.fields().put("rate", rate).put("seconds", time), LIMIT));
    }
}
