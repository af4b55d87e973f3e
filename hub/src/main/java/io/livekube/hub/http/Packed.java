package io.livekube.hub.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A piece of an answer as it goes over the wire, plain or compressed, for any number of answers.
///
/// Compressed pieces refer to nothing before them and end at a whole byte: one behind the other they are
/// one stream.
///
/// @param bytes not to be released: they are free when nobody knows them any more
/// @param length of the plain text
/// @param crc of the plain text; 0 if it is not compressed
record Packed(ByteBuf bytes, int length, int crc) {
    private static final int BUFFER = 16 << 10;

    /// As it is.
    static Packed plain(byte[] text, int length) {
        return new Packed(shared(text, length), length, 0);
    }

    /// Compressed, with more to follow.
    static Packed part(byte[] text, int length) {
        return deflated(text, length, false);
    }

    /// Compressed, as the last piece.
    static Packed last(byte[] text, int length) {
        return deflated(text, length, true);
    }

    private static Packed deflated(byte[] text, int length, boolean last) {
        var crc = new CRC32();
        crc.update(text, 0, length);
        var out = new ByteArrayOutputStream(length / 6 + 64);
        try (var deflater = new Deflater(Deflater.BEST_SPEED, true)) {
            deflater.setInput(text, 0, length);
            if (last) {
                deflater.finish();
            }
            byte[] buffer = new byte[BUFFER];
            int count;
            do {
                count = deflater.deflate(buffer, 0, buffer.length, last ? Deflater.NO_FLUSH : Deflater.SYNC_FLUSH);
                out.write(buffer, 0, count);
            } while (last ? !deflater.finished() : count == buffer.length);
        }
        return new Packed(shared(out.toByteArray(), out.size()), length, (int) crc.getValue());
    }

    private static ByteBuf shared(byte[] bytes, int length) {
        ByteBuffer memory = ByteBuffer.allocateDirect(length);
        memory.put(0, bytes, 0, length);
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(memory));
    }
}
