package io.livekube.lab.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GeneratorReport;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Rounds;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The benchmark `fanout`: the same changes to the same watchers, from kube-apiserver and from the hub.
public final class FanoutBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /// Rounds that do not count: servers run for weeks, and one of these two is compiled while it runs.
    private static final int WARM_UP = 2;

    /// The hub may coalesce simultaneous changes of one pod.
    private static final double LEAST_SHARE = 0.9;

    @Override
    public String name() {
        return "fanout";
    }

    @Override
    public String question() {
        return "what do thousands of watchers cost a hub, and what an API server?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods on the server", 3_000, 300),
                Option.of("held", "watches held at once while memory is measured", 10_000, 200),
                Option.of("watchers", "watches while events are timed", 1_000, 100),
                Option.of("rate", "changes per second that watchers follow easily", 10, 10),
                Option.of("flood", "changes per second that no server can deliver", 150, 50),
                Option.of("seconds", "how long each", 6, 2),
                Option.of("rounds", "rounds of both", 3, 1));
    }

    @Override
    public void run(Run run) throws Exception {
        MirroredServers stage = MirroredServers.start(run, run.options().number("pods"));
        List<CrowdedServer> servers = List.of(
                stage.apiserver(run, MirroredServers.APISERVER, CrowdedServer.Protocol.H2),
                stage.hub(run, MirroredServers.HUB, CrowdedServer.Protocol.H1));
        try (ChildProcess churner = stage.loaded().churner(run, stage.go())) {
            for (CrowdedServer server : servers) {
                hold(run, server, churner);
            }
            int watchers = run.options().number("watchers");
            Rounds.interleave(WARM_UP, servers, (server, round) -> follow(run, server, churner, watchers, false));
            Rounds.interleave(
                    run.options().number("rounds"),
                    servers,
                    (server, round) -> follow(run, server, churner, watchers, true));
        }
        compare(run.results());
    }

    /// Measures the memory of idle watches, then checks that all of them receive a change.
    private static void hold(Run run, CrowdedServer server, ChildProcess churner) {
        int held = run.options().number("held");
        server.open(20); // warm-up
        server.close();
        server.collect().run();
        long before = server.usage().rssBytes();
        JsonNode opened = server.open(held);
        server.collect().run();
        double each = (double) (server.usage().rssBytes() - before) / held;
        churn(run, churner, 1, 3);
        JsonNode heard = server.count(3L * held);
        int hearing = heard.path("least").asLong() == heard.path("most").asLong()
                        && heard.path("least").asLong() > 0
                ? heard.path("open").asInt()
                : 0;
        run.results().record("watch_kb", server.key(), each / 1e3);
        run.results().record("watches_held", server.key(), hearing);
        run.results().record("open_s", server.key(), opened.path("seconds").asDouble());
        if (hearing < held) {
            run.results()
                    .invalid("%s holds %d of %d watches: %s, %s".formatted(server.key(), hearing, held, opened, heard));
        }
        run.progress("%s holds %d watches of %.1f KB".formatted(server.key(), hearing, each / 1e3));
        server.close();
    }

    private static void follow(Run run, CrowdedServer server, ChildProcess churner, int watchers, boolean counts) {
        server.open(watchers);
        int seconds = run.options().number("seconds");
        Told paced = told(run, server, churner, watchers, run.options().number("rate"), seconds);
        Told flooded = told(run, server, churner, watchers, run.options().number("flood"), seconds);
        server.close();
        if (!counts) {
            return;
        }
        Results results = run.results();
        results.record("p50_ms", server.key(), paced.said().path("p50_ms").asDouble());
        results.record("p99_ms", server.key(), paced.said().path("p99_ms").asDouble());
        results.record("paced_events_per_cpu_s", server.key(), paced.events() / paced.cpu());
        results.record("events_per_s", server.key(), flooded.events() / flooded.seconds());
        results.record("events_per_cpu_s", server.key(), flooded.events() / flooded.cpu());
        results.record(
                "flood_p99_ms", server.key(), flooded.said().path("p99_ms").asDouble());
        results.record("crowd_events_per_cpu_s", server.key(), flooded.events() / flooded.crowdCpu());
        results.record("event_kb", server.key(), flooded.said().path("bytes").asDouble() / flooded.events() / 1e3);
        results.record(
                "watches_lost", server.key(), flooded.said().path("closed").asDouble());
        run.progress("%s: %.0f events per second, %.0f per CPU second, p99 %.0f ms when paced"
                .formatted(
                        server.key(),
                        flooded.events() / flooded.seconds(),
                        flooded.events() / flooded.cpu(),
                        paced.said().path("p99_ms").asDouble()));
    }

    /// @param seconds from the first change to the last event
    /// @param said the crowd's report
    private record Told(double events, double seconds, double cpu, double crowdCpu, JsonNode said) {}

    private static Told told(Run run, CrowdedServer server, ChildProcess churner, int watchers, int rate, int seconds) {
        server.count(0);
        ProcessUsage before = server.usage();
        ProcessUsage crowdBefore = server.crowd().usage();
        Instant began = Instant.now();
        GeneratorReport load = churn(run, churner, rate, seconds);
        JsonNode said = server.count(load.sent() * watchers);
        double cpu = server.usage().cpuSecondsSince(before);
        double crowdCpu = server.crowd().usage().cpuSecondsSince(crowdBefore);
        long last = said.path("last_ns").asLong() - (began.getEpochSecond() * 1_000_000_000 + began.getNano());
        long least = said.path("least").asLong();
        // All open watches have seen the same number of events; missing ones were coalesced.
        if (said.path("open").asInt() > 0
                && (least != said.path("most").asLong() || least < load.sent() * LEAST_SHARE)) {
            run.results()
                    .invalid("%s: of %d changes, some watches saw %d and others %d"
                            .formatted(
                                    server.key(),
                                    load.sent(),
                                    least,
                                    said.path("most").asLong()));
        }
        return new Told(said.path("events").asDouble(), last / 1e9, cpu, crowdCpu, said);
    }

    private static GeneratorReport churn(Run run, ChildProcess churner, int rate, int seconds) {
        GeneratorReport load = GeneratorReport.of(
                "churner", churner.ask("churn", Child.fields().put("rate", rate).put("seconds", seconds), LIMIT));
        if (load.sent() < load.planned()) {
            run.results().invalid("the churner wrote %d of %d changes".formatted(load.sent(), load.planned()));
        }
        return load;
    }

    private static void compare(Results results) {
        results.ratio(
                "events_per_cpu_s_vs_apiserver", "events_per_cpu_s", MirroredServers.HUB, MirroredServers.APISERVER);
        results.ratio("events_per_s_vs_apiserver", "events_per_s", MirroredServers.HUB, MirroredServers.APISERVER);
        results.ratio(
                "paced_events_per_cpu_s_vs_apiserver",
                "paced_events_per_cpu_s",
                MirroredServers.HUB,
                MirroredServers.APISERVER);
        results.ratio("p99_vs_apiserver", "p99_ms", MirroredServers.HUB, MirroredServers.APISERVER);
        results.ratio("bytes_per_watch_vs_apiserver", "watch_kb", MirroredServers.HUB, MirroredServers.APISERVER);
        results.figure("watches_held", results.median("watches_held", MirroredServers.HUB));
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("events per second, flooded", "events_per_s", "1/s"),
                new PlotPanel("events per CPU second, flooded", "events_per_cpu_s", "1/s"),
                new PlotPanel("change to event, p99, paced", "p99_ms", "ms"),
                new PlotPanel("memory per watch", "watch_kb", "KB"),
                new PlotPanel("size of an event", "event_kb", "KB"));
    }
}
