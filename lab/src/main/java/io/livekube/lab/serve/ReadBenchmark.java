package io.livekube.lab.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.Benchmark;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.Option;
import io.livekube.lab.bench.PlotPanel;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Results;
import io.livekube.lab.bench.Rounds;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The benchmark `read`: GET and LIST from the hub and from the API server's watch cache, to the last byte.
///
/// The API server is read in HTTP/2, as its clients do, and in HTTP/1.1; it is compared by the better of
/// the two.
public final class ReadBenchmark implements Benchmark {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String APISERVER_H1 = "apiserver_h1";
    private static final String ALL = "/api/v1/pods?resourceVersion=0";

    private static final String ANY = "?resourceVersion=0";

    /// The JIT compilers need thousands of GETs and several hundred megabytes of lists to compile the
    /// code involved.
    private static final int WARM_UP_GETS = 6;

    private static final int WARM_UP = 3;
    private static final int WARM_UP_PAGES = 60;

    /// As kubectl asks.
    private static final String PAGE = "/api/v1/pods?limit=500";

    private record Listing(String key, String path, boolean gzip) {}

    private static final List<Listing> LISTINGS = List.of(
            new Listing("list500", PAGE, false),
            new Listing("list500_gzip", PAGE, true),
            new Listing("list10k", ALL, false),
            new Listing("list10k_gzip", ALL, true));

    @Override
    public String name() {
        return "read";
    }

    @Override
    public String question() {
        return "how fast are GET and LIST from the hub, compared with the API server's watch cache?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("pods", "pods on the server", 10_000, 1_000),
                Option.of("gets", "GETs in a round", 1_000, 100),
                Option.of("rounds", "rounds of all", 5, 2),
                Option.of("churn", "changes per second while the lists are timed again", 20, 20));
    }

    @Override
    public void run(Run run) throws Exception {
        MirroredServers stage = MirroredServers.start(run, run.options().number("pods"));
        List<CrowdedServer> servers = List.of(
                stage.apiserver(run, MirroredServers.APISERVER, CrowdedServer.Protocol.H2),
                stage.apiserver(run, APISERVER_H1, CrowdedServer.Protocol.H1),
                stage.hub(run, MirroredServers.HUB, CrowdedServer.Protocol.H1));
        requireEqual(servers);
        run.progress("all hold the same pods, however they are listed");
        ChildProcess churner = stage.loaded().churner(run, stage.go());
        for (CrowdedServer server : servers) {
            warmUp(run, server, churner);
        }
        int rounds = run.options().number("rounds");
        Rounds.interleave(rounds, servers, (server, round) -> {
            JsonNode latest = server.get(run.options().number("gets") / 4, "");
            run.results()
                    .record(
                            "get_latest_p50_ms",
                            server.key(),
                            latest.path("p50_ms").asDouble());
            JsonNode got = server.get(run.options().number("gets"), ANY);
            run.results().record("get_p50_ms", server.key(), got.path("p50_ms").asDouble());
            run.results().record("get_p99_ms", server.key(), got.path("p99_ms").asDouble());
            run.results().record("get_kb", server.key(), got.path("bytes").asDouble() / 1e3);
            lists(run.results(), server, "");
            run.progress("round " + round + ": read from " + server.key());
        });
        Rounds.interleave(Math.max(1, rounds / 2), servers, (server, round) -> {
            churn(run, churner);
            lists(run.results(), server, "_churned");
            churner.await("churn", LIMIT);
        });
        compare(run.results());
    }

    private static void requireEqual(List<CrowdedServer> servers) {
        for (String path : List.of(PAGE, ALL)) {
            Map<String, HeldObjects> found = new LinkedHashMap<>();
            for (CrowdedServer server : servers) {
                for (boolean gzip : List.of(false, true)) {
                    found.put(
                            server.key() + " " + path + (gzip ? " gzipped" : ""),
                            HeldObjects.of(server.list(path, gzip, true)));
                }
            }
            HeldObjects.requireEqual(found);
        }
    }

    private static void churn(Run run, ChildProcess churner) {
        churner.send(
                "churn",
                Child.fields().put("rate", run.options().number("churn")).put("seconds", 6));
    }

    /// Warms up compilers, caches and connections under changes, as in daily use.
    private static void warmUp(Run run, CrowdedServer server, ChildProcess churner) {
        churn(run, churner);
        server.get(WARM_UP_GETS * run.options().number("gets"), ANY);
        for (Listing listing : LISTINGS) {
            list(server, listing, listing.path().equals(PAGE) ? WARM_UP_PAGES : WARM_UP);
        }
        churner.await("churn", LIMIT);
        for (Listing listing : LISTINGS) {
            list(server, listing, WARM_UP);
        }
    }

    private static void list(CrowdedServer server, Listing listing, int times) {
        for (int i = 0; i < times; i++) {
            server.list(listing.path(), listing.gzip(), false);
        }
    }

    private static void lists(Results results, CrowdedServer server, String suffix) {
        for (Listing listing : LISTINGS) {
            ProcessUsage before = server.usage();
            JsonNode answer = server.list(listing.path(), listing.gzip(), false);
            String key = listing.key() + suffix;
            results.record(key + "_ms", server.key(), answer.path("seconds").asDouble() * 1e3);
            results.record(key + "_cpu_ms", server.key(), server.usage().cpuSecondsSince(before) * 1e3);
            if (suffix.isEmpty()) {
                results.record(key + "_mb", server.key(), answer.path("bytes").asDouble() / 1e6);
            }
            if (listing.gzip() && !answer.path("gzipped").asBoolean()) {
                results.invalid(server.key() + " does not compress " + listing.path());
            }
        }
    }

    private static void compare(Results results) {
        ratio(results, "get_vs_apiserver", "get_p50_ms");
        ratio(results, "get_latest_vs_apiserver", "get_latest_p50_ms");
        for (Listing listing : LISTINGS) {
            ratio(results, listing.key() + "_vs_apiserver", listing.key() + "_ms");
            ratio(results, listing.key() + "_churned_vs_apiserver", listing.key() + "_churned_ms");
        }
    }

    private static void ratio(Results results, String key, String metric) {
        results.ratio(key, metric, MirroredServers.HUB, MirroredServers.APISERVER);
        results.ratio(key + "_h1", metric, MirroredServers.HUB, APISERVER_H1);
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(
                new PlotPanel("GET, p50", "get_p50_ms", "ms"),
                new PlotPanel("GET without a version, p50", "get_latest_p50_ms", "ms"),
                new PlotPanel("GET, p99", "get_p99_ms", "ms"),
                new PlotPanel("LIST 500", "list500_ms", "ms"),
                new PlotPanel("LIST 500, gzip", "list500_gzip_ms", "ms"),
                new PlotPanel("LIST of all", "list10k_ms", "ms"),
                new PlotPanel("LIST of all, gzip", "list10k_gzip_ms", "ms"),
                new PlotPanel("LIST of all while they change", "list10k_churned_ms", "ms"),
                new PlotPanel("LIST of all while they change, gzip", "list10k_gzip_churned_ms", "ms"));
    }
}
