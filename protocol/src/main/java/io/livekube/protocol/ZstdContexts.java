package io.livekube.protocol;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// A few idle native contexts of zstd: one that packs batches holds some megabytes, so more than these are freed
/// as soon as they are given back.
final class ZstdContexts {
    private static final int MAX_IDLE = 2;
    private static final BlockingQueue<ZstdCompressCtx> COMPRESS = new ArrayBlockingQueue<>(MAX_IDLE);
    private static final BlockingQueue<ZstdDecompressCtx> DECOMPRESS = new ArrayBlockingQueue<>(MAX_IDLE);

    private ZstdContexts() {}

    static ZstdCompressCtx borrowCompress() {
        ZstdCompressCtx idle = COMPRESS.poll();
        return idle == null ? new ZstdCompressCtx() : idle;
    }

    static void giveBack(ZstdCompressCtx context) {
        context.reset(); // lets go of the dictionary, and of a frame that was not finished
        if (!COMPRESS.offer(context)) {
            context.close();
        }
    }

    static ZstdDecompressCtx borrowDecompress() {
        ZstdDecompressCtx idle = DECOMPRESS.poll();
        return idle == null ? new ZstdDecompressCtx() : idle;
    }

    static void giveBack(ZstdDecompressCtx context) {
        context.reset();
        if (!DECOMPRESS.offer(context)) {
            context.close();
        }
    }
}
