package io.livekube.hub.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open connections, kept within [HttpLimits].
///
/// A connection's timer runs while the hub waits for a head or a body, however busily the other end trickles
/// bytes; it does not run while the hub answers.
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final Vertx vertx;
    private final HttpLimits limits;
    private final Map<HttpConnection, Long> timers = new ConcurrentHashMap<>();
    private volatile long lastWarning = System.nanoTime() - BETWEEN_WARNINGS.toNanos();

    Connections(Vertx vertx, HttpLimits limits) {
        this.vertx = vertx;
        this.limits = limits;
    }

    void opened(HttpConnection connection) {
        if (timers.size() >= limits.connections()) {
            warn();
            connection.close();
            return;
        }
        timers.put(connection, timer(connection, limits.idle()));
        connection.closeHandler(
                nothing -> Optional.ofNullable(timers.remove(connection)).ifPresent(vertx::cancelTimer));
    }

    /// The last answer is out: the next head may take its time.
    void waitingForHead(HttpConnection connection) {
        restart(connection, limits.idle());
    }

    /// A head is here, its body is to come.
    void waitingForBody(HttpConnection connection) {
        restart(connection, limits.body());
    }

    /// It is the hub's turn, for as long as it takes.
    void answering(HttpConnection connection) {
        timers.computeIfPresent(connection, (key, timer) -> {
            vertx.cancelTimer(timer);
            return timer;
        });
    }

    int open() {
        return timers.size();
    }

    private void restart(HttpConnection connection, Duration time) {
        timers.computeIfPresent(connection, (key, timer) -> {
            vertx.cancelTimer(timer);
            return timer(connection, time);
        });
    }

    private long timer(HttpConnection connection, Duration time) {
        return vertx.setTimer(time.toMillis(), fired -> connection.close());
    }

    private void warn() {
        long now = System.nanoTime();
        if (now - lastWarning >= BETWEEN_WARNINGS.toNanos()) {
            lastWarning = now;
            LOG.warn("new connections are closed: {} are open, and no more are allowed", limits.connections());
        }
    }
}
