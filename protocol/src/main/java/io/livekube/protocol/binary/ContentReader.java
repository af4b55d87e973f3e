package io.livekube.protocol.binary;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Reader of the objects in a zstd frame; allocates memory only for data that has arrived.
final class ContentReader implements AutoCloseable {
    private static final int FIRST_ROOM = 64 * 1024;

    private final ZstdDecompressCtx context = BatchZstdContexts.borrowDecompress();
    private final ByteBuffer packed;
    private byte[] content = new byte[FIRST_ROOM];
    private boolean ended;

    ContentReader(byte[] body, int from, byte[] dictionary) {
        packed = ByteBuffer.wrap(body, from, body.length - from);
        if (dictionary.length > 0) {
            context.loadDict(dictionary);
        }
    }

    /// The bytes that [#read] has read; valid until the next call.
    byte[] content() {
        return content;
    }

    /// Reads the next `length` bytes; false if there are fewer.
    ///
    /// @throws ZstdException if the frame is not zstd, or damaged
    boolean read(int length) {
        int read = 0;
        while (read < length) {
            if (read == content.length) {
                content = Arrays.copyOf(content, Math.min(length, 2 * read));
            }
            ByteBuffer room = ByteBuffer.wrap(content, read, Math.min(length, content.length) - read);
            if (!step(room)) {
                return false;
            }
            read = room.position();
        }
        return true;
    }

    /// Whether the frame, with its checksum, and the body end here.
    ///
    /// @throws ZstdException if the checksum is wrong
    boolean atEnd() {
        ByteBuffer room = ByteBuffer.allocate(1);
        while (!ended && step(room)) {
            if (room.position() > 0) {
                return false;
            }
        }
        return ended && !packed.hasRemaining();
    }

    /// Decompresses some more; false at the end.
    private boolean step(ByteBuffer room) {
        if (ended) {
            return false;
        }
        int packedBefore = packed.position();
        int roomBefore = room.position();
        ended = context.decompressByteBufferStream(room, packed);
        return ended || packed.position() > packedBefore || room.position() > roomBefore;
    }

    @Override
    public void close() {
        BatchZstdContexts.giveBack(context);
    }
}
