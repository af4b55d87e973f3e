package io.livekube.core.model;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Pool of native zstd contexts, for all formats together.
///
/// Creating a context costs more than packing a pod with it, a used one holds about a megabyte, and only an
/// explicit close frees it. So they are borrowed and given back. While all kinds are listed at once there may
/// be one per thread; afterwards only as many are kept as there are processors.
final class ZstdContextPool {
    static final int MAX_IDLE = Runtime.getRuntime().availableProcessors();

    private static final BlockingQueue<ZstdCompressCtx> COMPRESS = new ArrayBlockingQueue<>(MAX_IDLE);
    private static final BlockingQueue<ZstdDecompressCtx> DECOMPRESS = new ArrayBlockingQueue<>(MAX_IDLE);

    private ZstdContextPool() {}

    static ZstdCompressCtx borrowCompress() {
        ZstdCompressCtx idle = COMPRESS.poll();
        return idle == null ? new ZstdCompressCtx() : idle;
    }

    static void giveBack(ZstdCompressCtx context) {
        if (!COMPRESS.offer(context)) {
            context.close();
        }
    }

    static ZstdDecompressCtx borrowDecompress() {
        ZstdDecompressCtx idle = DECOMPRESS.poll();
        return idle == null ? new ZstdDecompressCtx() : idle;
    }

    static void giveBack(ZstdDecompressCtx context) {
        if (!DECOMPRESS.offer(context)) {
            context.close();
        }
    }

    static int idleCompress() {
        return COMPRESS.size();
    }
}
