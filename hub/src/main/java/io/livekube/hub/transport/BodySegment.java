package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Encoded segment of a response body, plain or compressed, shared by any number of responses.
///
/// Compressed segments are self-contained and end at a byte boundary, so that any sequence of them forms one
/// deflate stream.
///
/// @param bytes not reference-counted; freed by garbage collection
/// @param length length of the plain text
/// @param crc checksum of the plain text; 0 if not compressed
/// @param shift shifts a checksum in front of a text of this length, see [CombinedCrc]; 0 if not compressed
public record BodySegment(ByteBuf bytes, int length, int crc, int shift) {
    private static final int BUFFER = 16 << 10;

    /// Maximum size of a stored (uncompressed) block, and the size of its header (RFC 1951, 3.2.4).
    private static final int MAX_STORED = 0xffff;

    private static final int STORED_HEAD = 5;

    /// An uncompressed segment.
    public static BodySegment plain(byte[] text, int length) {
        return new BodySegment(shared(text, length), length, 0, 0);
    }

    /// A compressed segment that others may follow.
    public static BodySegment part(byte[] text, int length) {
        var out = new ByteArrayOutputStream(length / 6 + 64);
        try (var deflater = new Deflater(Deflater.BEST_SPEED, true)) {
            deflater.setInput(text, 0, length);
            byte[] buffer = new byte[BUFFER];
            int count;
            do {
                count = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
                out.write(buffer, 0, count);
            } while (count == buffer.length);
        }
        return new BodySegment(
                shared(out.toByteArray(), out.size()), length, crcOf(text, length), CombinedCrc.shift(length));
    }

    /// A few bytes within a compressed stream, stored uncompressed because compression would not pay off.
    ///
    /// @param last whether the stream ends here
    public static BodySegment small(byte[] text, boolean last) {
        if (text.length > MAX_STORED) {
            throw new IllegalArgumentException("too long for one stored block: " + text.length + " bytes");
        }
        ByteBuffer block = ByteBuffer.allocate(STORED_HEAD + text.length).order(ByteOrder.LITTLE_ENDIAN);
        block.put((byte) (last ? 1 : 0))
                .putShort((short) text.length)
                .putShort((short) ~text.length)
                .put(text)
                .flip();
        return new BodySegment(
                Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(block)),
                text.length,
                crcOf(text, text.length),
                CombinedCrc.shift(text.length));
    }

    private static int crcOf(byte[] text, int length) {
        var crc = new CRC32();
        crc.update(text, 0, length);
        return (int) crc.getValue();
    }

    private static ByteBuf shared(byte[] bytes, int length) {
        ByteBuffer memory = ByteBuffer.allocateDirect(length);
        memory.put(0, bytes, 0, length);
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(memory));
    }
}
