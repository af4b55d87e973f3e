package io.livekube.hub.transport;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Open connections, limited by [HttpLimits], each with its [ConnectionTimeout].
final class OpenConnections {
    private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final Vertx vertx;
    private final HttpLimits limits;
    private final Map<HttpConnection, ConnectionTimeout> timeouts = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private volatile long lastWarning = System.nanoTime() - BETWEEN_WARNINGS.toNanos();

    OpenConnections(Vertx vertx, HttpLimits limits) {
        this.vertx = vertx;
        this.limits = limits;
    }

    void opened(HttpConnection connection) {
        if (open.incrementAndGet() > limits.connections().open()) {
            open.decrementAndGet();
            warn();
            connection.close();
            return;
        }
        ConnectionTimeout timeout = connection.protocolVersion() == HttpVersion.HTTP_2
                ? new Http2Timeout(vertx, limits, connection)
                : new Http1Timeout(vertx, limits, connection);
        timeouts.put(connection, timeout);
        connection.closeHandler(nothing -> {
            timeouts.remove(connection);
            open.decrementAndGet();
            timeout.closed();
        });
    }

    /// Timeout of a request's connection; empty if the connection is closed.
    Optional<ConnectionTimeout> timeout(HttpServerRequest request) {
        return Optional.ofNullable(timeouts.get(request.connection()));
    }

    int open() {
        return open.get();
    }

    private void warn() {
        long now = System.nanoTime();
        if (now - lastWarning >= BETWEEN_WARNINGS.toNanos()) {
            lastWarning = now;
            LOG.warn(
                    "connection limit reached ({}); closing new connections",
                    limits.connections().open());
        }
    }
}
