package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;

/// Connection to a subscriber whose response has started or is about to. Only for use on its event loop.
public interface SubscriberConnection {
    /// Whether frames must already be HTTP/1.1 chunks.
    default boolean chunked() {
        return false;
    }

    boolean closed();

    /// Whether nothing may be written at the moment; when that changes, `writable` of [#listen] is called.
    boolean full();

    /// How long the client has read nothing although bytes are in flight; 0 if none are.
    long stalledNanos(long nanoTime);

    /// Sends frames and releases their buffers.
    void write(ByteBuf frames);

    /// Ends the response normally.
    void end();

    /// Terminates the response immediately, even if parts of it are unread.
    void cut();

    /// Registers listeners.
    ///
    /// @param writable called when the connection is no longer full, but never from within a call to this
    /// connection
    /// @param gone called when the connection is closed
    void listen(Runnable writable, Runnable gone);
}
