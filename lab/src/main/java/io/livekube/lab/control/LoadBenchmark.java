package io.livekube.lab.control;

import io.livekube.hub.control.SyncMode;
import io.livekube.hub.read.FetchConfig;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import java.time.Duration;
import java.util.List;

/// The benchmark `load`: requests to an API server while readers click: pulled on every click, pulled into a
/// cache with a lifetime of 25 s, and pushed.
///
/// Same readers, same clicks, same churning cluster; only the hub's settings differ. The simulated API server
/// counts the requests, including those of the agent's start.
public final class LoadBenchmark implements Benchmark {
    private static final Duration NOT_AT_ALL = Duration.ZERO;

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String question() {
        return "what do 50 readers cost the API server: pulled, cached, pushed?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("readers", "people who click", 50, 10),
                Option.of("seconds", "for how long", 60, 6),
                Option.of("pause-ms", "between two clicks of one of them", 2_000, 500),
                Option.of("pods", "pods of the simulated cluster", 2_000, 200),
                Option.of("churn", "changes per second in it", 50, 20),
                Option.of("cache-seconds", "how long the cache keeps", 25, 3));
    }

    @Override
    public void run(Run run) throws Exception {
        FetchConfig fetch = FetchConfig.defaults();
        Duration patience = Duration.ofSeconds(30);
        Duration kept = Duration.ofSeconds(run.options().number("cache-seconds"));
        measure(run, "pull", SyncMode.OFF, fetch.withTimes(patience, NOT_AT_ALL, NOT_AT_ALL));
        measure(run, "cache", SyncMode.OFF, fetch.withTimes(patience, kept, NOT_AT_ALL));
        measure(run, "push", SyncMode.AUTO, fetch);
        run.results().ratio("requests_push_vs_pull", "api_requests", "push", "pull");
        run.results().ratio("requests_push_vs_cache", "api_requests", "push", "cache");
    }

    private static void measure(Run run, String contestant, SyncMode mode, FetchConfig fetch) throws Exception {
        var clicks = new SimulatedReaders(
                run.options().number("readers"),
                Duration.ofSeconds(run.options().number("seconds")),
                Duration.ofMillis(run.options().number("pause-ms")));
        try (var scene =
                LoadSetup.start(run, run.options().number("pods"), run.options().number("churn"), mode, fetch)) {
            SimulatedReaders.Outcome outcome = clicks.on(scene.cluster());
            Results results = run.results();
            results.record("api_requests", contestant, (double) scene.requests());
            results.record("api_lists", contestant, (double) scene.lists());
            results.record("click_p50_ms", contestant, outcome.p50Ms());
            results.record("click_p99_ms", contestant, outcome.p99Ms());
            results.record("oldest_answer_s", contestant, outcome.oldest().toMillis() / 1e3);
            results.record("clicks", contestant, outcome.clicks());
            if (outcome.failures() > 0) {
                results.invalid("%s: %d clicks of %d failed, the first with: %s"
                        .formatted(contestant, outcome.failures(), outcome.clicks(), outcome.firstFailure()));
            }
            run.progress("%s: %d clicks, %d requests to the API server"
                    .formatted(contestant, outcome.clicks(), scene.requests()));
        }
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("requests to the API server", "api_requests", "requests"),
                new PlotPanel("a click, 99th percentile", "click_p99_ms", "ms"),
                new PlotPanel("the oldest answer", "oldest_answer_s", "s"));
    }
}
