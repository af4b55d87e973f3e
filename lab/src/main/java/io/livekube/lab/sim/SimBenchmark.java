package io.livekube.lab.sim;

import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.Options;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Rounds;
import io.livekube.lab.bench.Run;
import io.livekube.lab.peer.InformerPeer;
import io.livekube.lab.peer.InformerTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The simulator's own figures, and the same reads, watches and informers on a real kube-apiserver with the same pods.
public final class SimBenchmark implements Benchmark {
    @Override
    public String name() {
        return "sim";
    }

    @Override
    public String question() {
        return "how large, how fast, and how like a real API server is the simulator?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("capacity-pods", "pods for the simulator's size and rate of change", 100_000, 500),
                Option.of("capacity-heap-mb", "its heap limit", 1_650, 256),
                Option.of("churn-seconds", "how long it changes as fast as it can", 10, 1),
                Option.of("pods", "pods on both servers", 10_000, 200),
                Option.of("rounds", "rounds of reads and watches", 3, 1),
                Option.of("informer-rounds", "rounds of informers' cold starts; 0 leaves them out", 2, 1),
                Option.of("gets", "GETs in a round", 500, 50),
                Option.of("rate", "PATCHes per second while a watch is timed", 100, 50),
                Option.of("watch-seconds", "how long in a round", 5, 1));
    }

    @Override
    public void run(Run run) throws Exception {
        Options options = run.options();
        GoPeers go = GoPeers.build(run);
        new CapacityTrial(run)
                .measure(
                        options.number("capacity-pods"),
                        options.number("capacity-heap-mb"),
                        options.number("churn-seconds"));
        run.results().figure("capacity_pods", options.number("capacity-pods"));
        run.results().figure("pods", options.number("pods"));

        ServerPair servers = ServerPair.start(run, go, options.number("pods"));
        Map<String, HeldObjects> holdings = new HashMap<>();
        for (ServerUnderTest server : servers.all()) {
            holdings.put(server.key(), ReadTrial.requireEqualListings(server));
        }
        // The versions differ between two servers, the number of pods must not.
        Map<String, HeldObjects> counts = new HashMap<>();
        holdings.forEach((server, held) -> counts.put(server, new HeldObjects(held.count(), "versions aside")));
        HeldObjects.requireEqual(counts);
        run.progress("both servers hold " + options.number("pods") + " pods; every way to list them gives the same");

        informers(run, go, servers, holdings);
        reads(run, servers);
        watches(run, go, servers);
        compare(run.results());
    }

    private static void informers(Run run, GoPeers go, ServerPair servers, Map<String, HeldObjects> holdings)
            throws Exception {
        record Contestant(InformerPeer peer, ServerUnderTest server, String key) {}
        List<Contestant> contestants = new ArrayList<>();
        for (InformerPeer peer : InformerPeer.values()) {
            servers.all().forEach(s -> contestants.add(new Contestant(peer, s, peer.key() + "_on_" + s.key())));
        }
        Rounds.interleave(run.options().number("informer-rounds"), contestants, (contestant, round) -> {
            InformerTrial trial = InformerTrial.of(
                    run,
                    contestant.key(),
                    contestant.peer().command(go, contestant.server().kubeconfig()));
            trial.record(
                    run.results(),
                    contestant.key(),
                    holdings.getOrDefault(contestant.server().key(), trial.holding()));
            run.progress("round " + round + ": " + contestant.key() + " synced " + trial.holding());
        });
    }

    private static void reads(Run run, ServerPair servers) throws Exception {
        var trial = new ReadTrial(run.results(), run.options().number("gets"));
        Rounds.interleave(run.options().number("rounds"), servers.all(), (server, round) -> {
            trial.run(server);
            run.progress("round " + round + ": read from " + server.key());
        });
    }

    private static void watches(Run run, GoPeers go, ServerPair servers) throws Exception {
        var trial = new WatchTrial(
                run.results(), run.options().number("rate"), run.options().number("watch-seconds"));
        Map<ServerUnderTest, ChildProcess> churners = new LinkedHashMap<>();
        for (ServerUnderTest server : servers.all()) {
            ChildProcess churner = server.churner(run, go);
            trial.warmUp(server, churner);
            churners.put(server, churner);
        }
        Rounds.interleave(run.options().number("rounds"), List.copyOf(churners.entrySet()), (server, round) -> {
            trial.run(server.getKey(), server.getValue());
            run.progress("round " + round + ": watched " + server.getKey().key());
        });
        servers.all()
                .forEach(s -> run.results()
                        .record("server_peak_rss_mb", s.key(), s.usage().peakRssBytes() / 1e6));
    }

    private static void compare(Results results) {
        Map<String, String> ratios = Map.of(
                "list_whole_vs_apiserver", "list_whole_s",
                "list_paged_vs_apiserver", "list_paged_s",
                "list_whole_gzip_vs_apiserver", "list_whole_gzip_s",
                "get_p50_vs_apiserver", "get_p50_ms",
                "watch_p50_vs_apiserver", "watch_p50_ms",
                "watch_p99_vs_apiserver", "watch_p99_ms",
                "server_peak_rss_vs_apiserver", "server_peak_rss_mb");
        ratios.forEach((key, metric) -> results.ratio(key, metric, ServerPair.SIMULATOR, ServerPair.APISERVER));
        for (InformerPeer peer : InformerPeer.values()) {
            String on = peer.key() + "_on_";
            if (results.series("sync_s", on + ServerPair.SIMULATOR).isPresent()) {
                results.ratio(
                        "sync_" + peer.key() + "_vs_apiserver",
                        "sync_s",
                        on + ServerPair.SIMULATOR,
                        on + ServerPair.APISERVER);
            }
        }
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("LIST of all pods", "list_whole_s", "s"),
                new PlotPanel("LIST in pages of 500", "list_paged_s", "s"),
                new PlotPanel("LIST of all pods, gzip", "list_whole_gzip_s", "s"),
                new PlotPanel("LIST in pages of 500, gzip", "list_paged_gzip_s", "s"),
                new PlotPanel("GET, p50", "get_p50_ms", "ms"),
                new PlotPanel("GET, p99", "get_p99_ms", "ms"),
                new PlotPanel("PATCH to watch event, p50", "watch_p50_ms", "ms"),
                new PlotPanel("PATCH to watch event, p99", "watch_p99_ms", "ms"),
                new PlotPanel("informer's cold sync", "sync_s", "s"),
                new PlotPanel("informer's peak RSS", "peak_rss_mb", "MB"),
                new PlotPanel("changes per second on one core", "capacity_changes_per_s", "1/s"),
                new PlotPanel("changes per CPU second", "capacity_changes_per_cpu_s", "1/s"),
                new PlotPanel("peak RSS of the largest simulator", "capacity_peak_rss_mb", "MB"));
    }
}
