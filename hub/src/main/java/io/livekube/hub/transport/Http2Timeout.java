package io.livekube.hub.transport;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.ContextInternal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Timeouts of an HTTP/2 connection, which serves many requests concurrently.
///
/// Each body has its own timer, which resets only its stream. The connection is closed when a full period has
/// passed without a new request and none is in progress.
final class Http2Timeout implements ConnectionTimeout {
    private static final long NONE = -1;
    private static final long LINGER_MS = 5_000;

    /// HTTP/2 error code: the stream is no longer needed.
    private static final long CANCEL = 0x8;

    private final Vertx vertx;
    private final HttpLimits limits;
    private final long period;
    private final ContextInternal context = ContextInternal.current();

    /// Requests in progress, each with the timer of its body.
    private final Map<HttpServerResponse, Long> underWay = new HashMap<>();

    private boolean used;

    Http2Timeout(Vertx vertx, HttpLimits limits, HttpConnection connection) {
        this.vertx = vertx;
        this.limits = limits;
        this.period = vertx.setPeriodic(limits.connections().idle().toMillis(), fired -> {
            if (!inUse()) {
                connection.close(); // notifies the peer, if it reads
                vertx.setTimer(LINGER_MS, after -> ForcedClose.now(connection));
            }
        });
    }

    /// Streams reset by the peer are never reported as answered; they are detected here.
    private boolean inUse() {
        boolean lately = used;
        used = false;
        underWay.keySet().removeIf(response -> response.ended() || response.closed());
        return lately || !underWay.isEmpty();
    }

    @Override
    public void waitingForBody(HttpServerRequest request) {
        used = true;
        HttpServerResponse response = request.response();
        underWay.put(response, vertx.setTimer(limits.bodies().within().toMillis(), fired -> response.reset(CANCEL)));
    }

    @Override
    public void answering(HttpServerRequest request) {
        stopTimer(underWay.replace(request.response(), NONE));
    }

    @Override
    public void answered(HttpServerRequest request) {
        assert context.inThread() : "timeouts belong to the connection's event loop";
        used = true;
        stopTimer(underWay.remove(request.response()));
    }

    private void stopTimer(@Nullable Long timer) {
        if (timer != null && timer != NONE) {
            vertx.cancelTimer(timer);
        }
    }

    @Override
    public void closed() {
        vertx.cancelTimer(period);
        underWay.values().forEach(this::stopTimer);
        underWay.clear();
    }
}
