package io.livekube.hub.rest;

import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.fleet.RowQuery;
import io.livekube.hub.fleet.RowStreams;
import io.livekube.hub.fleet.StreamCursor;
import io.livekube.hub.fleet.StreamQuery;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RouteTable;
import java.time.Duration;
import java.util.List;

/// Opens dashboard streams as server-sent events.
record StreamEndpoint(RowStreams streams, RowParameters requests, ReaderAccess readers) {
    private static final String EVENTS = "text/event-stream";
    private static final Duration RETRY_FULL = Duration.ofSeconds(5);

    /// Bytes in flight to a reader before nothing more is written.
    private static final int UNREAD_BYTES = 512 << 10;

    void answer(HttpExchange exchange, RouteTable.Variables path) {
        StreamQuery query = query(exchange);
        String reader = readers.nameOf(exchange);
        String from = exchange.from();
        streams.limit().admit(reader).ifPresent(why -> {
            throw HttpProblem.later(429, RETRY_FULL, "Stream rejected: " + why + ". Retry later.");
        });
        boolean begun = false;
        try {
            exchange.setHeader("X-Accel-Buffering", "no"); // proxies must not buffer events
            exchange.subscribe(
                    200,
                    EVENTS,
                    UNREAD_BYTES,
                    (loop, connection) -> streams.open(query, reader, from, loop, connection));
            begun = true;
        } finally {
            if (!begun) {
                streams.limit().release(reader);
            }
        }
    }

    private StreamQuery query(HttpExchange exchange) {
        boolean clusters = exchange.flag("clusters");
        List<String> names = exchange.parameters("rows");
        if (!clusters && names.isEmpty()) {
            throw HttpProblem.of(400, "Nothing to stream: pass rows=RESOURCE, such as rows=pods, or clusters=true.");
        }
        List<String> patterns = requests.patterns(exchange);
        List<RowQuery> rows = names.stream()
                .map(name -> requests.query(exchange, name, patterns, exchange.flag("object")))
                .distinct()
                .toList();
        if (exchange.flag("events")) {
            rows = requests.withEvents(rows, patterns);
        }
        StreamCursor cursor = exchange.parameter("cursor")
                .or(() -> exchange.header("Last-Event-ID"))
                .filter(text -> !text.isEmpty())
                .map(text -> StreamCursor.decode(text)
                        .orElseThrow(() -> HttpProblem.of(
                                400, "Invalid cursor. Pass the cursor exactly as returned, or omit it.")))
                .orElse(StreamCursor.EMPTY);
        return new StreamQuery(clusters, rows, patterns, cursor);
    }
}
