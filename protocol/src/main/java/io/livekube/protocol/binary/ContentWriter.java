package io.livekube.protocol.binary;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Writer of objects into one zstd frame.
final class ContentWriter implements AutoCloseable {
    /// Measured on pods: compared with level 6, level 9 makes deltas 4% smaller for 10% more time, and
    /// snapshots 1% smaller for 57% more time.
    private static final int DELTA_LEVEL = 9;

    private static final int SNAPSHOT_LEVEL = 6;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final OutputStream out;
    private final ZstdCompressCtx context = BatchZstdContexts.borrowCompress();
    private final ByteBuffer packed = ByteBuffer.allocate(32 * 1024);

    /// @param total number of bytes that will be written
    ContentWriter(OutputStream out, byte[] dictionary, long total) {
        this.out = out;
        context.reset();
        context.setLevel(dictionary.length > 0 ? DELTA_LEVEL : SNAPSHOT_LEVEL)
                .setChecksum(true)
                .setContentSize(false)
                .setDictID(false);
        if (dictionary.length > 0) {
            context.loadDict(dictionary);
        }
        context.setPledgedSrcSize(total);
    }

    void write(byte[] content) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(content);
        while (source.hasRemaining()) {
            context.compressByteBufferStream(packed, source, EndDirective.CONTINUE);
            flush();
        }
    }

    /// Ends the frame.
    void finish() throws IOException {
        boolean done;
        do {
            done = context.compressByteBufferStream(packed, NOTHING, EndDirective.END);
            flush();
        } while (!done);
    }

    private void flush() throws IOException {
        out.write(packed.array(), 0, packed.position());
        packed.clear();
    }

    @Override
    public void close() {
        BatchZstdContexts.giveBack(context);
    }
}
