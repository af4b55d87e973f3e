package io.livekube.protocol.binary;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Pool of a few idle native zstd contexts.
///
/// A context that packs batches holds several megabytes, so contexts beyond the limit are closed when
/// they are returned.
public final class BatchZstdContexts {
    /// As a power of two. Larger windows are refused, because zstd allocates memory for them up front.
    private static final int MAX_WINDOW_LOG = 23;

    private static final int MAX_IDLE = 2;
    private static final BlockingQueue<ZstdCompressCtx> COMPRESS = new ArrayBlockingQueue<>(MAX_IDLE);
    private static final BlockingQueue<ZstdDecompressCtx> DECOMPRESS = new ArrayBlockingQueue<>(MAX_IDLE);

    private BatchZstdContexts() {}

    public static ZstdCompressCtx borrowCompress() {
        ZstdCompressCtx idle = COMPRESS.poll();
        return idle == null ? new ZstdCompressCtx() : idle;
    }

    public static void giveBack(ZstdCompressCtx context) {
        context.reset(); // releases the dictionary, and drops an unfinished frame
        if (!COMPRESS.offer(context)) {
            context.close();
        }
    }

    public static ZstdDecompressCtx borrowDecompress() {
        ZstdDecompressCtx idle = DECOMPRESS.poll();
        ZstdDecompressCtx context = idle == null ? new ZstdDecompressCtx() : idle;
        context.reset();
        context.setLongMax(MAX_WINDOW_LOG);
        return context;
    }

    public static void giveBack(ZstdDecompressCtx context) {
        context.reset();
        if (!DECOMPRESS.offer(context)) {
            context.close();
        }
    }
}
