package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;

/// Connection to one subscriber, the head of whose response is sent or about to be; for its event loop only.
public interface SubscriberConnection {
    /// Whether frames must be HTTP/1.1 chunks already.
    default boolean chunked() {
        return false;
    }

    boolean closed();

    /// Whether nothing may be written for now; when that ends, `writable` of [#listen] is called.
    boolean full();

    /// How long the client has read nothing although bytes are in flight; 0 if none are.
    long stalledNanos(long nanoTime);

    /// Sends frames, and releases their buffers.
    void write(ByteBuf frames);

    /// Ends the response normally.
    void end();

    /// Ends the response immediately, even if some of it is unread.
    void cut();

    /// Reports what happens from now on.
    ///
    /// @param writable the connection is no longer full; never called from within a call of this connection
    /// @param gone the connection is closed
    void listen(Runnable writable, Runnable gone);
}
