package io.livekube.hub.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.FleetReads;
import io.livekube.hub.fleet.Listing;
import io.livekube.hub.fleet.RetainedListings;
import io.livekube.hub.fleet.RowCache;
import io.livekube.hub.fleet.RowOrder;
import io.livekube.hub.fleet.RowQuery;
import io.livekube.hub.read.FreshnessHeaders;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseBody;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Lists objects of one or more clusters as table rows, page by page.
final class RowsEndpoint {
    private static final int LIMIT = 500;
    private static final int MOST = 5_000;
    private static final Duration UNTIL_CONNECTED = Duration.ofSeconds(5);

    private final Fleet fleet;
    private final FleetReads reads;
    private final RowParameters requests;
    private final RetainedListings listings;
    private final RowCache rows;
    private final InstantSource clock;

    RowsEndpoint(
            Fleet fleet,
            FleetReads reads,
            RowParameters requests,
            RetainedListings listings,
            RowCache rows,
            InstantSource clock) {
        this.fleet = fleet;
        this.reads = reads;
        this.requests = requests;
        this.listings = listings;
        this.rows = rows;
        this.clock = clock;
    }

    /// Rows of one cluster.
    void one(HttpExchange exchange, String cluster, String resource) throws InterruptedException {
        requireGet(exchange);
        if (!fleet.has(cluster)) {
            throw HttpProblem.noCluster(cluster);
        }
        answer(exchange, resource, List.of(cluster), true);
    }

    /// Rows of many clusters.
    void many(HttpExchange exchange, String resource) throws InterruptedException {
        requireGet(exchange);
        answer(exchange, resource, requests.patterns(exchange), false);
    }

    private static void requireGet(HttpExchange exchange) {
        if (!exchange.method().equals("GET")) {
            throw HttpProblem.methodNotAllowed("GET", "Rows are read with GET.");
        }
    }

    private void answer(HttpExchange exchange, String resource, List<String> patterns, boolean one)
            throws InterruptedException {
        RowQuery query = requests.query(exchange, resource, patterns, exchange.flag("object"));
        int limit = limit(exchange);
        String of = one + " " + patterns + " " + query + " "
                + exchange.parameter("sort").orElse("");
        Optional<RetainedListings.PageCursor> place =
                exchange.parameter("cursor").map(RowsEndpoint::place);
        if (place.isPresent()) {
            send(
                    exchange,
                    kept(place.get(), of),
                    place.get().offset(),
                    limit,
                    Optional.of(place.get().listing()));
            return;
        }
        List<String> ids = one ? patterns : fleet.matching(patterns);
        LiveTable table = reads.table(query, ids);
        RowOrder order = order(exchange, table);
        Listing listing = one
                ? single(exchange, of, query, order, table, patterns.getFirst())
                : reads.list(of, query, order, table, ids, exchange.from());
        send(exchange, listing, 0, limit, Optional.empty());
    }

    private Listing single(HttpExchange exchange, String of, RowQuery query, RowOrder order, LiveTable table, String id)
            throws InterruptedException {
        Cluster cluster = fleet.find(id)
                .orElseThrow(() -> HttpProblem.later(
                        503,
                        UNTIL_CONNECTED,
                        "No data for cluster %s yet: its agent has not connected since the hub started."
                                .formatted(id)));
        try {
            return reads.list(of, query, order, table, cluster, exchange.from());
        } catch (ReadFailedException e) {
            FreshnessHeaders.put(
                    exchange::setHeader, e.provenance(), "%s of cluster %s".formatted(query.resource(), cluster.id()));
            throw HttpProblem.of(e.status(), e.retryAfter(), e.sentence());
        }
    }

    private static RetainedListings.PageCursor place(String cursor) {
        return RetainedListings.PageCursor.decode(cursor)
                .orElseThrow(
                        () -> HttpProblem.of(400, "Invalid cursor. Pass the cursor exactly as returned, or omit it."));
    }

    private Listing kept(RetainedListings.PageCursor place, String of) {
        Listing listing = listings.find(place.listing(), clock.instant())
                .orElseThrow(() -> HttpProblem.of(410, "The cursor has expired: begin without a cursor."));
        if (!listing.of().equals(of)) {
            throw HttpProblem.of(400, "The cursor belongs to another request. Only 'limit' may differ between pages.");
        }
        if (place.offset() > listing.size()) {
            throw HttpProblem.of(400, "The cursor is beyond the last row.");
        }
        return listing;
    }

    private static int limit(HttpExchange exchange) {
        return exchange.parameter("limit")
                .map(text -> {
                    int limit = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
                    if (limit < 1 || limit > MOST) {
                        throw HttpProblem.of(400, "Parameter 'limit' must be a number from 1 to %,d.".formatted(MOST));
                    }
                    return limit;
                })
                .orElse(LIMIT);
    }

    private static RowOrder order(HttpExchange exchange, LiveTable table) {
        return exchange.parameter("sort")
                .map(text -> RowOrder.parse(text, table)
                        .orElseThrow(() -> HttpProblem.of(
                                400,
                                "Rows can't be sorted by '%.64s': choose one of %s, cluster, namespace, created."
                                        .formatted(text, String.join(", ", table.names())))))
                .orElse(RowOrder.USUAL);
    }

    private void send(HttpExchange exchange, Listing listing, int from, int limit, Optional<Long> kept) {
        int to = Math.min(listing.size(), from + limit);
        ObjectNode head = listing.head();
        head.put("resume", listing.resume().encode());
        if (to < listing.size()) {
            long id = kept.orElseGet(() -> listings.keep(listing, clock.instant()));
            head.put("cursor", new RetainedListings.PageCursor(id, to).encode());
        }
        byte[] text = JsonDocuments.bytes(head);
        var body = new ResponseBody(exchange)
                .append(text, 0, text.length - "}\n".length())
                .append(",\"rows\":[");
        for (int place = from; place < to; place++) {
            body.append(place > from ? "," : "").append(listing.row(place, rows));
        }
        body.append("]}\n").end();
    }
}
