package io.livekube.simulator.api;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Enforces a [ConnectionQuota] on the open connections.
///
/// The idle timer of a connection runs while the server waits for a request or its body, never while it
/// responds.
final class ConnectionLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);

    private final Vertx vertx;
    private final ConnectionQuota limits;
    private final Map<HttpConnection, Long> timers = new ConcurrentHashMap<>();

    ConnectionLimiter(Vertx vertx, ConnectionQuota limits) {
        this.vertx = vertx;
        this.limits = limits;
    }

    void opened(HttpConnection connection) {
        if (timers.size() >= limits.connections()) {
            LOG.warn("connection rejected: limit of {} open connections reached", limits.connections());
            connection.close();
            return;
        }
        timers.put(connection, timer(connection));
        connection.closeHandler(
                nothing -> Optional.ofNullable(timers.remove(connection)).ifPresent(vertx::cancelTimer));
    }

    /// Restarts the idle timer: the client is expected to send something.
    void waiting(HttpConnection connection) {
        timers.computeIfPresent(connection, (key, timer) -> {
            vertx.cancelTimer(timer);
            return timer(connection);
        });
    }

    /// Stops the idle timer: the server is responding.
    void answering(HttpConnection connection) {
        timers.computeIfPresent(connection, (key, timer) -> {
            vertx.cancelTimer(timer);
            return timer;
        });
    }

    private long timer(HttpConnection connection) {
        return vertx.setTimer(limits.idle().toMillis(), fired -> connection.close());
    }
}
