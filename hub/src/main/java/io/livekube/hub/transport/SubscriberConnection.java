package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;

/// Connection to one subscriber, the head of whose response is sent or about to be; for its event loop only.
public interface SubscriberConnection {
    /// Whether frames must be HTTP/1.1 chunks already.
    default boolean chunked() {
        return false;
    }

    boolean closed();

    /// Whether nothing is to be written for now; when that ends, `writable` of [#listen] is called.
    boolean full();

    /// For how long the peer has taken nothing of what was written; 0 if nothing waits.
    long stalledNanos(long nanoTime);

    /// Sends frames; releases what holds them.
    void write(ByteBuf frames);

    /// Ends the response in good order.
    void end();

    /// Ends the response at once, however much of it is unread.
    void cut();

    /// Reports what happens from now on.
    ///
    /// @param writable the connection is no longer full; never called from within a call of this connection
    /// @param gone the connection is closed
    void listen(Runnable writable, Runnable gone);
}
