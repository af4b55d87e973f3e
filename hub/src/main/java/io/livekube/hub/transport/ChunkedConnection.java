package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connection to an HTTP/1.1 subscriber that bypasses the server's codec: shared chunks go straight to
/// encryption and the socket, without a copy, promise or extra buffer for each.
///
/// The connection is full until the server has sent the head, which would otherwise follow the first chunk. The
/// server writes the end itself, after everything written here.
final class ChunkedConnection extends ChannelInboundHandlerAdapter implements SubscriberConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkedConnection.class);

    private final HttpServerResponse response;
    private final Channel channel;
    private final ChannelHandlerContext codec;
    private final Runnable abort;
    private Runnable writable = () -> {};
    private long fullSince;
    private boolean headSent;
    private boolean awaited;

    private ChunkedConnection(HttpServerResponse response, ChannelHandlerContext codec, Runnable abort) {
        this.response = response;
        this.abort = abort;
        this.channel = codec.channel();
        this.codec = codec;
    }

    /// Creates the connection for a request whose response has started; empty if it needs another kind of
    /// connection.
    ///
    /// @param head completed once the head has been sent
    /// @param abort terminates the response immediately
    static Optional<SubscriberConnection> of(HttpServerRequest request, Future<Void> head, Runnable abort) {
        if (request.version() != HttpVersion.HTTP_1_1 || !(request.connection() instanceof ConnectionBase connection)) {
            return Optional.empty();
        }
        @Nullable
        ChannelHandlerContext codec =
                connection.channelHandlerContext().pipeline().context(HttpResponseEncoder.class);
        if (codec == null) {
            return Optional.empty();
        }
        var wire = new ChunkedConnection(request.response(), codec, abort);
        head.onSuccess(sent -> wire.headSent());
        return Optional.of(wire);
    }

    private void headSent() {
        headSent = true;
        reportWritable();
    }

    @Override
    public boolean chunked() {
        return true;
    }

    @Override
    public boolean closed() {
        return response.closed();
    }

    @Override
    public boolean full() {
        boolean full = !headSent || !channel.isWritable();
        if (full && !awaited) {
            awaited = true;
            fullSince = System.nanoTime();
        }
        return full;
    }

    @Override
    public long stalledNanos(long nanoTime) {
        return awaited ? nanoTime - fullSince : 0;
    }

    @Override
    public void write(ByteBuf frames) {
        var _ = codec.writeAndFlush(frames, codec.voidPromise());
    }

    @Override
    public void end() {
        stopListening();
        var _ = response.end();
    }

    @Override
    public void cut() {
        abort.run();
    }

    @Override
    public void listen(Runnable onWritable, Runnable gone) {
        writable = onWritable;
        response.closeHandler(nothing -> gone.run());
        response.exceptionHandler(broken -> gone.run());
        channel.pipeline().addAfter(codec.name(), null, this);
    }

    private void stopListening() {
        writable = () -> {};
        if (channel.pipeline().context(this) != null) {
            channel.pipeline().remove(this);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        reportWritable();
        context.fireChannelWritabilityChanged();
    }

    private void reportWritable() {
        if (awaited && headSent && channel.isWritable()) {
            awaited = false;
            try {
                channel.eventLoop().execute(() -> writable.run()); // not from within a write
            } catch (RejectedExecutionException e) {
                LOG.debug("event loop is closed: the hub is shutting down", e);
            }
        }
    }
}
