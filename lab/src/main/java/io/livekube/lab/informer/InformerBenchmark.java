package io.livekube.lab.informer;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// The benchmark `informer`: ours and its peers, on a real kube-apiserver: cold sync, memory, CPU for each
/// event, latency.
public final class InformerBenchmark implements Benchmark {
    private static final String TYPED = InformerPeer.CLIENTGO_TYPED.key();
    /// Suffix of contestants' names on the larger server.
    private static final String MANY = "_50k";

    private static final Duration SYNC_LIMIT = Duration.ofMinutes(5);

    private static final String FABRIC8 = InformerPeer.FABRIC8.key();

    /// Those that two cores can run at once.
    private static final Set<String> TOGETHER = Set.of(Contestant.DEFAULT, TYPED, FABRIC8);

    @Override
    public String name() {
        return "informer";
    }

    @Override
    public String question() {
        return "what does following all pods cost, with our informer and with the field's?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods on the server", 10_000, 300),
                Option.of("rounds", "cold starts of each; 0 leaves them out", 3, 1),
                Option.of("reads", "how often all pods are read from ours; 0 leaves it out", 3, 1),
                Option.of("live-rounds", "rounds under changes; 0 leaves them out", 2, 1),
                Option.of("cpu-rate", "changes per second while CPU is measured", 500, 50),
                Option.of("latency-rate", "changes per second while latency is measured", 200, 20),
                Option.of(
                        "flood-rate",
                        "changes per second, more than can be written, to measure throughput",
                        5_000,
                        200),
                Option.of("warm-up", "seconds of changes before, at the rate for CPU", 20, 1),
                Option.of("seconds", "how long CPU and latency are measured at a time", 10, 1),
                Option.of("windows", "how often each of them is in a round", 5, 1),
                Option.of("many-pods", "pods of a second, larger server; 0 to skip it", 50_000, 0),
                Option.of("many-rounds", "cold starts there", 2, 1),
                Option.of("heap-mb", "heap limit of ours, tuned", 64, 64),
                Option.of("many-heap-mb", "heap limit of ours, tuned, on the larger server", 128, 64),
                new Option(
                        "encoding",
                        "protobuf or json, for ours, with +gzip for compressed LISTs; not so is the faster on loopback",
                        "protobuf",
                        "json+gzip"),
                new Option("peers", "all, or the names of some, with commas", "all", "all"),
                new Option("tuned", "on or off: whether ours is measured with JVM flags of its own, too", "on", "on"),
                new Option(
                        "aot",
                        "on or off: whether ours, tuned, starts from the AOT cache of a training run",
                        "on",
                        "on"));
    }

    @Override
    public void run(Run run) throws Exception {
        Options options = run.options();
        GoPeers go = GoPeers.build(run);
        boolean train =
                options.text("tuned").equals("on") && options.text("aot").equals("on");
        Optional<AotCache> cache = train ? Optional.of(train(run, go)) : Optional.empty();
        try (LoadedControlPlane plane = LoadedControlPlane.start(run, go, options.number("pods"))) {
            List<Contestant> all = ours(options, "heap-mb", cache);
            all.addAll(Contestant.peers(options.text("peers")));
            coldStarts(run, go, plane, all, options.number("rounds"), "");
            if (options.number("reads") > 0) {
                reads(run, all.getFirst().command().on(go, plane.kubeconfig()));
            }
            if (options.number("live-rounds") > 0) {
                live(run, go, plane, all);
            }
        }
        if (options.number("many-pods") > 0) {
            try (LoadedControlPlane plane = LoadedControlPlane.start(run, go, options.number("many-pods"))) {
                List<Contestant> some = ours(options, "many-heap-mb", cache);
                some.add(Contestant.peer(InformerPeer.CLIENTGO_TYPED));
                coldStarts(run, go, plane, some, options.number("many-rounds"), MANY);
            }
        }
        compare(run.results());
    }

    /// Ours with the JVM's defaults and, unless `--tuned off`, with its own flags.
    private static List<Contestant> ours(Options options, String heap, Optional<AotCache> cache) {
        List<Contestant> ours = new ArrayList<>(List.of(Contestant.withDefaults(options.text("encoding"))));
        if (options.text("tuned").equals("on")) {
            Contestant tuned = tuned(options, heap);
            ours.add(cache.map(tuned::startingFrom).orElse(tuned));
        }
        return ours;
    }

    private static Contestant tuned(Options options, String heap) {
        return Contestant.tuned(options.number(heap), options.text("encoding"));
    }

    /// On a separate server, so that the pods used for measurements stay unchanged.
    private static AotCache train(Run run, GoPeers go) {
        Contestant ours = tuned(run.options(), "heap-mb");
        try (LoadedControlPlane plane =
                        LoadedControlPlane.start(run, go, run.options().number("pods"));
                ChildProcess churner = plane.churner(run, go)) {
            var trial = new LiveTrial(run, churner);
            return ours.train(go, plane.kubeconfig(), run.lab().path(), trial::exercise);
        }
    }

    private static void coldStarts(
            Run run, GoPeers go, LoadedControlPlane plane, List<Contestant> contestants, int rounds, String suffix)
            throws Exception {
        HeldObjects[] expected = new HeldObjects[1];
        Rounds.interleave(rounds, contestants, (contestant, round) -> {
            InformerTrial trial = InformerTrial.of(
                    run, contestant.key() + suffix, contestant.command().on(go, plane.kubeconfig()));
            // Unless all hold the same objects as the first one, nothing is recorded.
            expected[0] = expected[0] == null ? trial.holding() : expected[0];
            trial.record(run.results(), contestant.key() + suffix, expected[0]);
            run.progress("round " + round + ": " + contestant.key() + " synced " + trial.holding() + " in "
                    + Math.round(trial.syncSeconds() * 1000) + " ms");
        });
    }

    /// Cost of reading packed objects; the peers hold theirs unpacked. The first pass warms up the compilers.
    private static void reads(Run run, List<String> ours) {
        try (ChildProcess informer = run.start(Contestant.DEFAULT + "-read", ours)) {
            informer.await("synced", SYNC_LIMIT);
            for (int time = 0; time <= run.options().number("reads"); time++) {
                JsonNode read = informer.ask("read");
                if (!read.path("whole").asBoolean()) {
                    run.results().invalid("the pods read as objects differ from those held");
                }
                if (time > 0) {
                    run.results()
                            .record(
                                    "read_json_us",
                                    Contestant.DEFAULT,
                                    read.path("json_us").asDouble());
                    run.results()
                            .record(
                                    "read_typed_us",
                                    Contestant.DEFAULT,
                                    read.path("typed_us").asDouble());
                }
            }
        }
    }

    private static void live(Run run, GoPeers go, LoadedControlPlane plane, List<Contestant> contestants)
            throws Exception {
        try (ChildProcess churner = plane.churner(run, go)) {
            var trial = new LiveTrial(run, churner);
            Rounds.interleave(run.options().number("live-rounds"), contestants, (contestant, round) -> {
                trial.measure(contestant.key(), contestant.command().on(go, plane.kubeconfig()));
                run.progress("round " + round + ": " + contestant.key() + " followed changes");
            });
            SequencedMap<String, List<String>> together = new LinkedHashMap<>();
            contestants.stream()
                    .filter(contestant -> TOGETHER.contains(contestant.key()))
                    .forEach(contestant ->
                            together.put(contestant.key(), contestant.command().on(go, plane.kubeconfig())));
            trial.measureTogether(together);
            run.progress(String.join(", ", together.keySet()) + " followed the same changes");
        }
    }

    /// Ratios with the JVM's defaults end in `_default`, those with flags of our own in `_tuned`.
    private static void compare(Results results) {
        compare(results, Contestant.DEFAULT, "_default");
        compare(results, Contestant.TUNED, "_tuned");
    }

    private static void compare(Results results, String ours, String flags) {
        String dynamic = InformerPeer.CLIENTGO_DYNAMIC.key();
        ratio(results, "sync_vs_clientgo_typed" + flags, "sync_s", ours, TYPED);
        ratio(results, "sync_vs_clientgo_dynamic" + flags, "sync_s", ours, dynamic);
        ratio(results, "sync_vs_fabric8" + flags, "sync_s", ours, FABRIC8);
        ratio(results, "heap_vs_clientgo_typed" + flags, "heap_mb", ours, TYPED);
        ratio(results, "heap_vs_fabric8" + flags, "heap_mb", ours, FABRIC8);
        ratio(results, "peak_rss_vs_clientgo_typed" + flags, "peak_rss_mb", ours, TYPED);
        ratio(results, "cpu_per_event_vs_clientgo_typed" + flags, "cpu_ms_per_event", ours, TYPED);
        ratio(results, "cpu_per_event_vs_fabric8" + flags, "cpu_ms_per_event", ours, FABRIC8);
        ratio(results, "cpu_per_event_together_vs_clientgo_typed" + flags, "cpu_ms_per_event_together", ours, TYPED);
        ratio(results, "cpu_per_event_together_vs_fabric8" + flags, "cpu_ms_per_event_together", ours, FABRIC8);
        ratio(results, "p99_together_vs_clientgo_typed" + flags, "latency_p99_ms_together", ours, TYPED);
        ratio(results, "p99_vs_clientgo_typed" + flags, "latency_p99_ms", ours, TYPED);
        ratio(results, "sync_vs_clientgo_typed_50k" + flags, "sync_s", ours + MANY, TYPED + MANY);
        ratio(results, "heap_vs_clientgo_typed_50k" + flags, "heap_mb", ours + MANY, TYPED + MANY);
        ratio(results, "peak_rss_vs_clientgo_typed_50k" + flags, "peak_rss_mb", ours + MANY, TYPED + MANY);
    }

    /// The ratio of ours to a peer's, if this run has measured both.
    private static void ratio(Results results, String key, String metric, String ours, String theirs) {
        if (results.series(metric, ours).isPresent()
                && results.series(metric, theirs).isPresent()) {
            results.ratio(key, metric, ours, theirs);
        }
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("cold sync", "sync_s", "s"),
                new PlotPanel("settled heap", "heap_mb", "MB"),
                new PlotPanel("peak RSS", "peak_rss_mb", "MB"),
                new PlotPanel("CPU per event", "cpu_ms_per_event", "ms"),
                new PlotPanel("the same, all at once", "cpu_ms_per_event_together", "ms"),
                new PlotPanel("maximum events per second", "events_per_s", ""),
                new PlotPanel("reading a pod as JSON", "read_json_us", "µs"),
                new PlotPanel("latency, p50", "latency_p50_ms", "ms"),
                new PlotPanel("latency, p99", "latency_p99_ms", "ms"),
                new PlotPanel("the same, all at once", "latency_p99_ms_together", "ms"));
    }
}
