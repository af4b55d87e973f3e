package io.livekube.hub.transport;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Timeout of an HTTP/1.1 connection, which serves one request at a time.
///
/// It runs while the hub waits for headers or a body, even if the peer trickles bytes, and is suspended while
/// the hub responds. Requests are frequent and timeouts rare, so a request only moves the deadline: when the
/// timer fires and the deadline has moved, it is set again.
final class Http1Timeout implements ConnectionTimeout {
    private final Vertx vertx;
    private final HttpLimits limits;
    private final HttpConnection connection;
    private final ContextInternal context = ContextInternal.current();

    /// Deadline, by [System#nanoTime].
    private long end;

    private Optional<HttpServerRequest> current = Optional.empty();
    private boolean running;
    private long timer;
    private long fires;
    private boolean set;

    Http1Timeout(Vertx vertx, HttpLimits limits, HttpConnection connection) {
        this.vertx = vertx;
        this.limits = limits;
        this.connection = connection;
        run(limits.connections().idle());
    }

    private void run(Duration time) {
        assert context.inThread() : "timeouts belong to the connection's event loop";
        running = true;
        end = System.nanoTime() + time.toNanos();
        if (set && end - fires < 0) {
            vertx.cancelTimer(timer);
            set = false;
        }
        if (!set) {
            set(time.toNanos());
        }
    }

    private void set(long nanos) {
        set = true;
        fires = System.nanoTime() + nanos;
        timer = vertx.setTimer(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)), fired -> look());
    }

    private void look() {
        set = false;
        long left = end - System.nanoTime();
        if (running && left < TimeUnit.MILLISECONDS.toNanos(1)) {
            ForcedClose.now(connection);
        } else if (running) {
            set(left);
        }
    }

    @Override
    public void waitingForBody(HttpServerRequest request) {
        current = Optional.of(request);
        run(limits.bodies().within());
    }

    @Override
    public void answering(HttpServerRequest request) {
        running = false;
    }

    /// The next request may have come before the end of a response is reported.
    @Override
    public void answered(HttpServerRequest request) {
        if (current.filter(request::equals).isPresent()) {
            run(limits.connections().idle());
        }
    }

    @Override
    public void closed() {
        vertx.cancelTimer(timer);
    }
}
