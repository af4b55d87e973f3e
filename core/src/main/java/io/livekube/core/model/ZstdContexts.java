package io.livekube.core.model;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Idle native contexts of zstd, for all formats together.
///
/// Making a context costs more than packing a pod with it, a used one holds about a megabyte, and nothing frees one
/// that is forgotten. So they are lent and taken back, and there are only ever as many as threads that pack at once.
final class ZstdContexts {
    private static final ConcurrentLinkedQueue<ZstdCompressCtx> COMPRESS = new ConcurrentLinkedQueue<>();
    private static final ConcurrentLinkedQueue<ZstdDecompressCtx> DECOMPRESS = new ConcurrentLinkedQueue<>();

    private ZstdContexts() {}

    static ZstdCompressCtx borrowCompress() {
        ZstdCompressCtx idle = COMPRESS.poll();
        return idle == null ? new ZstdCompressCtx() : idle;
    }

    static void giveBack(ZstdCompressCtx context) {
        COMPRESS.add(context);
    }

    static ZstdDecompressCtx borrowDecompress() {
        ZstdDecompressCtx idle = DECOMPRESS.poll();
        return idle == null ? new ZstdDecompressCtx() : idle;
    }

    static void giveBack(ZstdDecompressCtx context) {
        DECOMPRESS.add(context);
    }
}
