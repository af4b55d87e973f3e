package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;

/// Connection to a subscriber that leaves framing to the server and supports every HTTP version.
final class ResponseConnection implements SubscriberConnection {
    private final HttpServerResponse response;
    private final int limit;
    private final Runnable abort;
    private Runnable writable = () -> {};
    private Runnable gone = () -> {};
    private long unread;
    private long progress = System.nanoTime();

    /// @param limit bytes in flight at which the connection is full
    /// @param abort terminates the response immediately
    ResponseConnection(HttpServerResponse response, int limit, Runnable abort) {
        this.response = response;
        this.limit = limit;
        this.abort = abort;
    }

    @Override
    public boolean closed() {
        return response.closed();
    }

    @Override
    public boolean full() {
        return unread >= limit;
    }

    @Override
    public long stalledNanos(long nanoTime) {
        return unread == 0 ? 0 : nanoTime - progress;
    }

    @Override
    public void write(ByteBuf frames) {
        int bytes = frames.readableBytes();
        if (unread == 0) {
            progress = System.nanoTime();
        }
        unread += bytes;
        response.write(BufferInternal.buffer(frames)).onComplete(written -> {
            boolean wasFull = full();
            progress = System.nanoTime();
            unread -= bytes;
            if (written.failed()) {
                gone.run();
            } else if (wasFull && !full()) {
                writable.run();
            }
        });
    }

    @Override
    public void end() {
        if (!response.ended() && !response.closed()) {
            var _ = response.end();
        }
    }

    @Override
    public void cut() {
        abort.run();
    }

    @Override
    public void listen(Runnable onWritable, Runnable onGone) {
        writable = onWritable;
        gone = onGone;
        response.closeHandler(nothing -> onGone.run());
        response.exceptionHandler(broken -> onGone.run());
    }
}
