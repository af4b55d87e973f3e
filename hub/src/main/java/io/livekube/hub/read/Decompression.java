package io.livekube.hub.read;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.livekube.protocol.json.ContentCoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// Unpacks a body as it is read.
final class Decompression {
    /// As a power of two: larger windows are refused, because zstd takes memory for them at once.
    private static final int MAX_WINDOW_LOG = 23;

    private static final int STEP = 64 << 10;

    private Decompression() {}

    @SuppressWarnings("resource") // the stream that is returned closes those it reads
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
