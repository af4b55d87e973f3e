package io.livekube.hub.http;

import io.livekube.hub.fleet.Outlet;
import io.livekube.hub.fleet.StreamBoard;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A response that goes on for as long as its reader wants, written to from any thread.
final class ResponseOutlet implements Outlet {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseOutlet.class);

    private final Context context;
    private final HttpServerResponse response;
    private final Runnable cut;
    private final int limit;
    private final AtomicLong onTheWay = new AtomicLong();
    private volatile long progress = System.nanoTime();
    private volatile Optional<StreamBoard.Handle> stream = Optional.empty();

    /// @param cut ends the response at once, however much of it is not read
    /// @param limit bytes that may be on their way before there is no more room
    ResponseOutlet(Context context, HttpServerResponse response, Runnable cut, int limit) {
        this.context = context;
        this.response = response;
        this.cut = cut;
        this.limit = limit;
    }

    /// Tells a stream of its reader; to be called on the connection's event loop.
    void connect(StreamBoard.Handle handle) {
        stream = Optional.of(handle);
        if (response.closed()) {
            handle.gone();
            return;
        }
        response.closeHandler(gone -> handle.gone());
        response.exceptionHandler(broken -> handle.gone());
    }

    @Override
    public void write(byte[] bytes) {
        if (onTheWay.getAndAdd(bytes.length) == 0) {
            progress = System.nanoTime();
        }
        onLoop(() -> {
            if (response.closed() || response.ended()) {
                stream.ifPresent(StreamBoard.Handle::gone);
                return;
            }
            response.write(Buffer.buffer(bytes)).onComplete(written -> {
                progress = System.nanoTime();
                long left = onTheWay.addAndGet(-bytes.length);
                if (written.failed()) {
                    stream.ifPresent(StreamBoard.Handle::gone);
                } else if (left < limit && left + bytes.length >= limit) {
                    stream.ifPresent(StreamBoard.Handle::wake);
                }
            });
        });
    }

    @Override
    public boolean room() {
        return onTheWay.get() < limit;
    }

    @Override
    public Duration stalled() {
        return onTheWay.get() == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - progress);
    }

    @Override
    public void end() {
        onLoop(() -> {
            if (!response.ended() && !response.closed()) {
                var _ = response.end();
            }
        });
    }

    @Override
    public void cut() {
        onLoop(cut);
    }

    private void onLoop(Runnable action) {
        try {
            context.runOnContext(now -> action.run());
        } catch (RejectedExecutionException e) {
            LOG.debug("the hub is being stopped, and its connections are closed already", e);
        }
    }
}
