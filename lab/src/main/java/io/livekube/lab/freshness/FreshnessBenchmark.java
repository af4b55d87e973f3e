package io.livekube.lab.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GeneratorReport;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.informer.LoadedControlPlane;
import io.livekube.lab.read.Reader;
import io.livekube.testkit.ApiEndpoint;
import java.time.Duration;
import java.util.List;

/// The benchmark `freshness`: from a change in etcd to the hub's mirror, next to a plain watch that gets
/// the same changes.
///
/// Changes are written directly into etcd, because PATCHes through the API server are limited to about
/// 250 per second.
public final class FreshnessBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<Integer> RATES = List.of(100, 500, 1_000);
    /// The API server ends a watch that reads too slowly, as every program does whose code is still cold.
    private static final List<Integer> WARM_UP = List.of(50, 100, 200, 400);

    private static final int KINDS = 18;

    @Override
    public String name() {
        return "freshness";
    }

    @Override
    public String question() {
        return "how long until a change in the cluster can be read from the hub?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods on the server", 2_000, 200),
                Option.of("rounds", "rounds at each rate", 3, 1),
                Option.of("seconds", "how long each", 10, 1),
                Option.of("agent-heap-mb", "heap limit of the agent", 96, 96));
    }

    @Override
    public void run(Run run) throws Exception {
        GoPeers go = GoPeers.build(run);
        try (LoadedControlPlane plane =
                LoadedControlPlane.start(run, go, run.options().number("pods"))) {
            ChildProcess watch = plainWatch(run, plane.endpoint());
            Pipeline pipeline = Pipeline.start(
                    run, plane.kubeconfig(), run.options().number("agent-heap-mb"), List.of("-XX:+UseSerialGC"), KINDS);
            try (ChildProcess churner = plane.churner(run, go)) {
                for (int rate : WARM_UP) {
                    churn(run, churner, pipeline.hub(), watch, rate, false);
                }
                for (int round = 1; round <= run.options().number("rounds"); round++) {
                    for (int rate : RATES) {
                        churn(run, churner, pipeline.hub(), watch, rate, true);
                    }
                }
            }
        }
        Results results = run.results();
        for (int rate : RATES) {
            results.figure("hub_p50_ms_at_" + rate, results.median("p50_ms_at_" + rate, "hub"));
            results.figure("hub_p99_ms_at_" + rate, results.median("p99_ms_at_" + rate, "hub"));
            results.ratio("hub_p99_vs_plain_watch_at_" + rate, "p99_ms_at_" + rate, "hub", "plain_watch");
        }
    }

    private static ChildProcess plainWatch(Run run, ApiEndpoint server) {
        String ca = server.caPem()
                .map(pem -> run.write("apiserver-ca.pem", pem).toString())
                .orElse("");
        ChildProcess reader = run.start(
                "plain-watch",
                JavaChild.command(
                        Reader.class,
                        256,
                        server.url().toString(),
                        server.token().orElse(""),
                        ca));
        reader.await("ready", LIMIT);
        reader.ask("list", Child.fields().put("limit", 500), LIMIT);
        reader.ask("watch");
        return reader;
    }

    private static void churn(
            Run run, ChildProcess churner, ChildProcess hub, ChildProcess watch, int rate, boolean counts) {
        JsonNode churned = churner.ask(
                "churn",
                Child.fields().put("rate", rate).put("seconds", run.options().number("seconds")),
                LIMIT);
        GeneratorReport load = GeneratorReport.of("churner", churned);
        JsonNode plain = watch.ask("latency", Child.fields().put("await", load.sent()), LIMIT);
        // The hub may have coalesced some changes of one pod: it waits for none in particular.
        JsonNode mirrored = hub.ask("latency", Child.fields().put("await", load.sent() / 2), LIMIT);
        if (!counts) {
            return;
        }
        load.validate(run.results());
        if (plain.path("seen").asLong() < load.sent()) {
            run.results().invalid("the plain watch saw " + plain.path("seen") + " of " + load.sent() + " changes");
        }
        record(run.results(), "plain_watch", rate, plain);
        record(run.results(), "hub", rate, mirrored);
        run.results()
                .record("seen_share_at_" + rate, "hub", mirrored.path("seen").asDouble() / load.sent());
        run.results()
                .record(
                        "seen_share_at_" + rate,
                        "plain_watch",
                        plain.path("seen").asDouble() / load.sent());
        run.progress(rate + " per second: hub p99 " + mirrored.path("p99_ms").asDouble() + " ms, plain watch "
                + plain.path("p99_ms").asDouble() + " ms");
    }

    private static void record(Results results, String contestant, int rate, JsonNode latency) {
        results.record("p50_ms_at_" + rate, contestant, latency.path("p50_ms").asDouble());
        results.record("p99_ms_at_" + rate, contestant, latency.path("p99_ms").asDouble());
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("p50 at 100 per second", "p50_ms_at_100", "ms"),
                new PlotPanel("p99 at 100 per second", "p99_ms_at_100", "ms"),
                new PlotPanel("p99 at 500 per second", "p99_ms_at_500", "ms"),
                new PlotPanel("p99 at 1,000 per second", "p99_ms_at_1000", "ms"));
    }
}
