package io.livekube.hub.watch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/// Some events as they go over the wire, which may be written to many sockets.
///
/// @param bytes empty if none of the events is told
/// @param next the position behind them
/// @param events how many are told
record Piece(ByteBuf bytes, long next, int events) {
    /// That there is nothing new.
    static Piece nothing(long position) {
        return new Piece(Unpooled.EMPTY_BUFFER, position, 0);
    }
}
