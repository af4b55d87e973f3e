package io.livekube.core.model;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Idle native contexts of zstd, for all formats together.
///
/// Making a context costs more than packing a pod with it, a used one holds about a megabyte, and nothing frees one
/// that is forgotten. So they are lent and taken back. While all kinds are listed at once there may be one for each
/// thread; afterwards no more are kept than processors can keep busy.
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
