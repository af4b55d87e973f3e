package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.search.BadQueryException;
import io.livekube.hub.search.Hit;
import io.livekube.hub.search.Query;
import io.livekube.hub.search.QueryParser;
import io.livekube.hub.search.Search;
import io.livekube.hub.search.SearchResult;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// `GET /api/v1/search`: hits from all clusters, with the freshness of each cluster.
///
/// A search does not count as activity: it never turns a cluster on.
final class SearchEndpoint {
    private static final int DEFAULT_HITS = 50;
    private static final int MAX_CONCURRENT = 4;
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final Search search;
    private final Fleet fleet;
    private final InstantSource clock;
    private final Semaphore slots = new Semaphore(MAX_CONCURRENT, true);

    SearchEndpoint(Search search, Fleet fleet, InstantSource clock) {
        this.search = search;
        this.fleet = fleet;
        this.clock = clock;
    }

    void answer(HttpExchange exchange, RouteTable.Variables path) throws InterruptedException {
        Query query = query(exchange.parameter("q").orElse(""), "");
        List<Query> wanted = exchange.parameters("cluster").stream()
                .map(pattern -> query("cluster:\"%s\"".formatted(pattern.replace("*", "\"*\"")), "cluster: "))
                .toList();
        Predicate<String> among = id -> wanted.isEmpty() || wanted.stream().anyMatch(one -> one.allowsCluster(id));
        int limit = limit(exchange);
        SearchResult found;
        long began = System.nanoTime();
        if (!slots.tryAcquire(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw HttpProblem.later(
                    429,
                    MAX_WAIT,
                    "%d searches are running, which is the limit. Retry later.".formatted(MAX_CONCURRENT));
        }
        try {
            began = System.nanoTime();
            found = search.find(query, among, limit);
        } finally {
            slots.release();
        }
        ObjectNode document = JsonDocuments.object();
        document.putObject("took").put("ms", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        document.put("total", found.total()).put("exact", found.exact());
        ArrayNode hits = document.putArray("hits");
        Instant now = clock.instant();
        found.hits().forEach(hit -> write(hits.addObject(), hit, now));
        clusters(document.putArray("clusters"), id -> among.test(id) && query.allowsCluster(id), found);
        exchange.send(200, document);
    }

    private static Query query(String text, String about) {
        try {
            return QueryParser.parse(text);
        } catch (BadQueryException e) {
            throw HttpProblem.of(400, about + e.sentence());
        }
    }

    private static int limit(HttpExchange exchange) {
        String text = exchange.parameter("limit").orElse(Integer.toString(DEFAULT_HITS));
        if (text.matches("[0-9]{1,3}")) {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= Search.MAX_HITS) {
                return limit;
            }
        }
        throw HttpProblem.of(400, "Parameter 'limit' must be a number from 1 to %d.".formatted(Search.MAX_HITS));
    }

    private void write(ObjectNode to, Hit hit, Instant now) {
        to.put("cluster", hit.cluster())
                .put("resource", hit.kind().resource().toString())
                .put("kind", hit.kind().kind());
        if (hit.kind().namespaced()) {
            to.put("namespace", hit.object().namespace());
        }
        to.put("name", hit.object().name()).put("status", hit.status().word());
        hit.status()
                .problem()
                .ifPresent(problem -> to.putObject("problem")
                        .put("reason", problem.reason())
                        .put("message", "The %s is %s.".formatted(hit.kind().kind(), problem.reason()))
                        .put("severity", problem.severity().toString()));
        fleet.find(hit.cluster())
                .map(cluster ->
                        KindFreshness.of(cluster, hit.kind().resource(), now).state())
                .filter(state -> state != Freshness.State.FRESH)
                .ifPresent(state -> to.put("state", state.toString()));
        ArrayNode matched = to.putArray("matched");
        hit.matched().forEach(field -> matched.add(field.toString()));
        to.put("score", hit.score());
        if (hit.created() > 0) {
            to.put("created", Instant.ofEpochSecond(hit.created()).toString());
        }
    }

    private static long objects(Cluster cluster) {
        return cluster.mirror().kinds().stream()
                .mapToLong(kind -> kind.store().size())
                .sum();
    }

    private void clusters(ArrayNode to, Predicate<String> among, SearchResult found) {
        Instant now = clock.instant();
        fleet.ids().stream().filter(among).forEach(id -> {
            Freshness freshness = ClusterEndpoint.freshness(fleet.find(id), now);
            ObjectNode one = to.addObject()
                    .put("cluster", id)
                    .put("state", freshness.state().toString());
            freshness.age().ifPresent(age -> one.put("ageMs", age.toMillis()));
            one.put("objects", fleet.find(id).map(SearchEndpoint::objects).orElse(0L));
            if (found.unfinished().contains(id)) {
                one.put("unfinished", true);
            }
        });
    }
}
