package io.livekube.hub.http;

import io.livekube.hub.watch.Wire;
import io.netty.buffer.ByteBuf;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;

/// A way to a watcher that leaves all framing to the server: any version of HTTP.
final class ResponseWire implements Wire {
    private final HttpServerResponse response;

    ResponseWire(HttpServerResponse response) {
        this.response = response;
    }

    @Override
    public boolean closed() {
        return response.closed();
    }

    @Override
    public boolean full() {
        return response.writeQueueFull();
    }

    @Override
    public void write(ByteBuf bytes) {
        var _ = response.write(BufferInternal.buffer(bytes));
    }

    @Override
    public void end() {
        var _ = response.end();
    }

    @Override
    public void listen(Runnable room, Runnable gone) {
        response.closeHandler(nothing -> gone.run());
        response.exceptionHandler(broken -> gone.run());
        response.drainHandler(drained -> room.run());
    }
}
