package io.livekube.hub.http;

import io.livekube.hub.watch.ChunkedFrames;
import io.livekube.hub.watch.FrameEncoder;
import io.livekube.hub.watch.Wire;
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

/// A way to a watcher over HTTP/1.1 past the server's codec: chunks that are encoded once for all watchers
/// go straight to encryption and socket, without a copy, a promise or another buffer for each.
///
/// It is full until the server has sent the head, which would come behind the first chunk otherwise. The
/// end is the server's again, behind everything that was written here.
final class ChunkWire extends ChannelInboundHandlerAdapter implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkWire.class);

    private final HttpServerResponse response;
    private final Channel channel;
    private final ChannelHandlerContext codec;
    private Runnable room = () -> {};
    private boolean headSent;
    private boolean awaited;

    private ChunkWire(HttpServerResponse response, ChannelHandlerContext codec) {
        this.response = response;
        this.channel = codec.channel();
        this.codec = codec;
    }

    /// The way for a request whose answer has begun; empty if it must be another.
    ///
    /// @param head is complete once the head is sent
    static Optional<Wire> of(HttpServerRequest request, Future<Void> head) {
        if (request.version() != HttpVersion.HTTP_1_1 || !(request.connection() instanceof ConnectionBase connection)) {
            return Optional.empty();
        }
        @Nullable
        ChannelHandlerContext codec =
                connection.channelHandlerContext().pipeline().context(HttpResponseEncoder.class);
        if (codec == null) {
            return Optional.empty();
        }
        var wire = new ChunkWire(request.response(), codec);
        head.onSuccess(sent -> wire.headSent());
        return Optional.of(wire);
    }

    private void headSent() {
        headSent = true;
        tellOfRoom();
    }

    @Override
    public FrameEncoder framed(FrameEncoder encoder) {
        return new ChunkedFrames(encoder);
    }

    @Override
    public boolean closed() {
        return response.closed();
    }

    @Override
    public boolean full() {
        boolean full = !headSent || !channel.isWritable();
        awaited |= full;
        return full;
    }

    @Override
    public void write(ByteBuf bytes) {
        var _ = codec.writeAndFlush(bytes, codec.voidPromise());
    }

    @Override
    public void end() {
        stopListening();
        var _ = response.end();
    }

    @Override
    public void listen(Runnable onRoom, Runnable gone) {
        room = onRoom;
        response.closeHandler(nothing -> gone.run());
        response.exceptionHandler(broken -> gone.run());
        channel.pipeline().addAfter(codec.name(), null, this);
    }

    private void stopListening() {
        room = () -> {};
        if (channel.pipeline().context(this) != null) {
            channel.pipeline().remove(this);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        tellOfRoom();
        context.fireChannelWritabilityChanged();
    }

    private void tellOfRoom() {
        if (awaited && headSent && channel.isWritable()) {
            awaited = false;
            try {
                channel.eventLoop().execute(() -> room.run()); // who writes just now must not be told meanwhile
            } catch (RejectedExecutionException e) {
                LOG.debug("the hub is being stopped, and its event loops with it", e);
            }
        }
    }
}
