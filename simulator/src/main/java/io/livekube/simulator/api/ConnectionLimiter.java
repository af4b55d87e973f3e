package io.livekube.simulator.api;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open connections, kept within [ConnectionQuota].
///
/// A connection's timer runs while the server waits for a request or its body, never while it answers one.
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
            LOG.warn("closed a new connection: {} are open, and no more are allowed", limits.connections());
            connection.close();
            return;
        }
        timers.put(connection, timer(connection));
        connection.closeHandler(
                nothing -> Optional.ofNullable(timers.remove(connection)).ifPresent(vertx::cancelTimer));
    }

    /// Gives the client the whole time for what comes next.
    void waiting(HttpConnection connection) {
        timers.computeIfPresent(connection, (key, timer) -> {
            vertx.cancelTimer(timer);
            return timer(connection);
        });
    }

    /// It is the server's turn, for as long as it takes.
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
