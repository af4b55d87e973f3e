package io.livekube.hub.subscription;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/// Encoded frames, which may be written to many sockets.
///
/// @param bytes empty if none of the events is sent
/// @param next position in the change log behind the last of them
/// @param events how many are sent
public record Frames(ByteBuf bytes, long next, int events) implements Step {
    /// Frames for one reader, not of positions in one log.
    public static Frames of(byte[] bytes, int events) {
        return new Frames(Unpooled.wrappedBuffer(bytes), 0, events);
    }
}
