package io.livekube.hub.watch;

import io.netty.buffer.ByteBuf;

/// The way to one watcher, of whom the head of the answer is sent or about to be; for its event loop alone.
public interface Wire {
    /// The form in which events must be written to it.
    default FrameEncoder framed(FrameEncoder encoder) {
        return encoder;
    }

    /// Whether the watcher is gone.
    boolean closed();

    /// Whether nothing is to be written for now; when that ends, `room` of [#listen] is called.
    boolean full();

    /// Sends events; releases what holds them.
    void write(ByteBuf bytes);

    /// Ends the answer in good order.
    void end();

    /// Tells of what happens, from now on.
    ///
    /// @param room that it is not full any more; never from within a call of this wire
    /// @param gone that the watcher is gone
    void listen(Runnable room, Runnable gone);
}
