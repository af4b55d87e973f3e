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
import io.livekube.hub.read.PageToken;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseBody;
import io.livekube.hub.transport.RouteTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Lists objects of one or more clusters as table rows, page by page.
record RowsEndpoint(
        Fleet fleet,
        FleetReads reads,
        RowParameters requests,
        RetainedListings listings,
        RowCache rows,
        InstantSource clock) {
    private static final int DEFAULT_LIMIT = 500;
    private static final int MAX_LIMIT = 5_000;
    private static final Duration RETRY_CONNECTED = Duration.ofSeconds(5);

    /// Rows of one cluster.
    void one(HttpExchange exchange, RouteTable.Variables path) throws InterruptedException {
        String cluster = path.get("cluster");
        if (!fleet.has(cluster)) {
            throw HttpProblem.noCluster(cluster);
        }
        answer(exchange, path.get("resource"), List.of(cluster), true);
    }

    /// Rows of many clusters.
    void many(HttpExchange exchange, RouteTable.Variables path) throws InterruptedException {
        answer(exchange, path.get("resource"), requests.patterns(exchange), false);
    }

    private void answer(HttpExchange exchange, String resource, List<String> patterns, boolean one)
            throws InterruptedException {
        RowQuery query = requests.query(exchange, resource, patterns, exchange.flag("object"));
        int limit = limit(exchange);
        String of =
                PageToken.list(one, patterns, query, exchange.parameter("sort").orElse(""));
        Optional<PageToken> next = exchange.parameter("cursor").map(cursor -> token(cursor, of));
        if (next.isPresent()) {
            PageToken token = next.get();
            Listing listing = kept(token);
            send(exchange, listing, offset(token, listing), limit, token);
            return;
        }
        List<String> ids = one ? patterns : fleet.matching(patterns);
        LiveTable table = reads.table(query, ids);
        RowOrder order = order(exchange, table);
        Listing listing = one
                ? single(exchange, query, order, table, patterns.getFirst())
                : reads.list(query, order, table, ids, exchange.from());
        send(exchange, listing, 0, limit, new PageToken(of, Optional.empty(), ""));
    }

    private Listing single(HttpExchange exchange, RowQuery query, RowOrder order, LiveTable table, String id)
            throws InterruptedException {
        Cluster cluster = fleet.find(id)
                .orElseThrow(() -> HttpProblem.later(
                        503,
                        RETRY_CONNECTED,
                        "No data for cluster %s yet: its agent has not connected since the hub started."
                                .formatted(id)));
        try {
            return reads.list(query, order, table, cluster, exchange.from());
        } catch (ReadFailedException e) {
            throw FreshnessHeaders.failed(exchange, e, query.resource(), cluster);
        }
    }

    private static PageToken token(String cursor, String of) {
        PageToken token = PageToken.decode(cursor).orElseThrow(RowsEndpoint::invalid);
        if (!token.list().equals(of)) {
            throw HttpProblem.of(400, "The cursor belongs to another request. Only 'limit' may differ between pages.");
        }
        return token;
    }

    private static HttpProblem invalid() {
        return HttpProblem.of(400, "Invalid cursor. Pass the cursor exactly as returned, or omit it.");
    }

    private Listing kept(PageToken token) {
        return listings.find(token.state().orElseThrow(RowsEndpoint::invalid), clock.instant())
                .orElseThrow(() -> HttpProblem.of(410, "The cursor has expired: start again without a cursor."));
    }

    private static int offset(PageToken token, Listing listing) {
        int offset = token.after().matches("[0-9]{1,9}") ? Integer.parseInt(token.after()) : Integer.MAX_VALUE;
        if (offset > listing.size()) {
            throw invalid();
        }
        return offset;
    }

    private static int limit(HttpExchange exchange) {
        return exchange.parameter("limit")
                .map(text -> {
                    int limit = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
                    if (limit < 1 || limit > MAX_LIMIT) {
                        throw HttpProblem.of(
                                400, "Parameter 'limit' must be a number from 1 to %,d.".formatted(MAX_LIMIT));
                    }
                    return limit;
                })
                .orElse(DEFAULT_LIMIT);
    }

    private static RowOrder order(HttpExchange exchange, LiveTable table) {
        return exchange.parameter("sort")
                .map(text -> RowOrder.parse(text, table)
                        .orElseThrow(() -> HttpProblem.of(
                                400,
                                "Rows can't be sorted by '%.64s': choose one of %s, cluster, namespace, created."
                                        .formatted(text, String.join(", ", table.names())))))
                .orElse(RowOrder.DEFAULT);
    }

    /// @param token of this page; of the first one, without a state
    private void send(HttpExchange exchange, Listing listing, int from, int limit, PageToken token) {
        int to = Math.min(listing.size(), from + limit);
        ObjectNode head = listing.head();
        head.put("resume", listing.resume().encode());
        if (to < listing.size()) {
            long id = token.state().orElseGet(() -> listings.keep(listing, clock.instant()));
            head.put("cursor", new PageToken(token.list(), Optional.of(id), Integer.toString(to)).encode());
        }
        byte[] text = JsonDocuments.bytes(head);
        var body = new ResponseBody(exchange)
                .append(text, 0, text.length - "}\n".length())
                .append(",\"rows\":[");
        body.appendAll(IntStream.range(from, to).iterator(), place -> body.append(listing.row(place, rows)))
                .append("]}\n")
                .end();
    }
}
