package io.livekube.hub.read;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.livekube.protocol.json.ContentCoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// Decompresses a body as it is read.
final class Decompression {
    /// Maximum window, as a power of two. Larger windows are rejected, because zstd allocates them up front.
    private static final int MAX_WINDOW_LOG = 23;

    private static final int STEP = 64 << 10;

    private Decompression() {}

    @SuppressWarnings("resource") // the returned stream closes the streams that it reads
    static InputStream open(byte[] body, ContentCoding coding) throws IOException {
        InputStream packed = new ByteArrayInputStream(body);
        return switch (coding) {
            case IDENTITY -> packed;
            case GZIP -> new GZIPInputStream(packed, STEP);
            case ZSTD -> {
                var unpacked = new ZstdInputStreamNoFinalizer(packed);
                unpacked.setLongMax(MAX_WINDOW_LOG);
                yield unpacked;
            }
        };
    }
}
