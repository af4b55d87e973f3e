package io.livekube.hub.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/// The lease of an HTTP/1.1 connection, on which one request follows the other.
///
/// Its timer runs while the hub waits for a head or a body, however busily the other end trickles bytes; it
/// does not run while the hub answers.
final class SerialLease implements Lease {
    private final Vertx vertx;
    private final HttpLimits limits;
    private final HttpConnection connection;
    private long timer;

    SerialLease(Vertx vertx, HttpLimits limits, HttpConnection connection) {
        this.vertx = vertx;
        this.limits = limits;
        this.connection = connection;
        this.timer = start(limits.idle());
    }

    private long start(Duration time) {
        return vertx.setTimer(time.toMillis(), fired -> Cut.now(connection));
    }

    @Override
    public void waitingForBody(HttpServerRequest request) {
        vertx.cancelTimer(timer);
        timer = start(limits.body());
    }

    @Override
    public void answering(HttpServerRequest request) {
        vertx.cancelTimer(timer);
    }

    @Override
    public void answered(HttpServerRequest request) {
        vertx.cancelTimer(timer);
        timer = start(limits.idle());
    }

    @Override
    public void closed() {
        vertx.cancelTimer(timer);
    }
}
