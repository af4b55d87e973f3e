package io.livekube.lab.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Results;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// LISTs in four ways and GETs, timed at the last byte of each answer.
final class ReadTrial {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int PAGE = 500;
    private static final List<Listing> LISTINGS = List.of(
            new Listing("list_whole", 0, false),
            new Listing("list_whole_gzip", 0, true),
            new Listing("list_paged", PAGE, false),
            new Listing("list_paged_gzip", PAGE, true));

    private final Results results;
    private final int gets;

    ReadTrial(Results results, int gets) {
        this.results = results;
        this.gets = gets;
    }

    private record Listing(String key, int limit, boolean gzip) {}

    /// Lists in every way, untimed, and requires the same objects each time; returns the server's content.
    static HeldObjects requireEqualListings(ServerUnderTest server) {
        Map<String, HeldObjects> found = new LinkedHashMap<>();
        LISTINGS.forEach(
                listing -> found.put(server.key() + " " + listing.key(), HeldObjects.of(ask(server, listing))));
        HeldObjects.requireEqual(found);
        return found.values().iterator().next();
    }

    void run(ServerUnderTest server) {
        for (Listing listing : LISTINGS) {
            ProcessUsage before = server.usage();
            JsonNode answer = ask(server, listing);
            results.record(
                    listing.key() + "_s", server.key(), answer.path("seconds").asDouble());
            results.record(
                    listing.key() + "_cpu_s", server.key(), server.usage().cpuSecondsSince(before));
            results.record(
                    listing.key() + "_mb", server.key(), answer.path("bytes").asDouble() / 1e6);
        }
        JsonNode got = server.reader().ask("get", Child.fields().put("count", gets), LIMIT);
        results.record("get_p50_ms", server.key(), got.path("p50_ms").asDouble());
        results.record("get_p99_ms", server.key(), got.path("p99_ms").asDouble());
    }

    private static JsonNode ask(ServerUnderTest server, Listing listing) {
        return server.reader()
                .ask("list", Child.fields().put("limit", listing.limit()).put("gzip", listing.gzip()), LIMIT);
    }
}
