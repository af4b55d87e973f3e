package io.livekube.hub.subscription;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/// Encoded frames that can be written to many sockets.
///
/// @param bytes empty if none of the events is selected
/// @param next position in the change log after the last event
/// @param events number of events in the frames
public record Frames(ByteBuf bytes, long next, int events) implements Step {
    /// Frames for a single reader, which do not correspond to positions in one log.
    public static Frames of(byte[] bytes, int events) {
        return new Frames(Unpooled.wrappedBuffer(bytes), 0, events);
    }
}
