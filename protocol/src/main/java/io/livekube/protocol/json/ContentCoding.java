package io.livekube.protocol.json;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.binary.BatchZstdContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Content-Encoding of a body in JSON.
public enum ContentCoding {
    IDENTITY,
    GZIP,
    ZSTD;

    private static final int STEP = 64 * 1024;

    /// The coding that a header names; empty if it is not supported.
    public static Optional<ContentCoding> named(String header) {
        return switch (header.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> Optional.of(IDENTITY);
            case "gzip", "x-gzip" -> Optional.of(GZIP);
            case "zstd" -> Optional.of(ZSTD);
            default -> Optional.empty();
        };
    }

    /// Decompresses a body, up to the limit for all objects of a batch.
    byte[] unpack(byte[] body, BatchLimits limits) throws ProtocolException {
        try {
            return switch (this) {
                case IDENTITY -> body;
                case GZIP -> gunzip(body, limits.contentBytes());
                case ZSTD -> unzstd(body, limits.contentBytes());
            };
        } catch (IOException | ZstdException e) {
            throw new ProtocolException(
                    Problem.MALFORMED,
                    "the body is not %s: %s".formatted(name().toLowerCase(Locale.ROOT), e.getMessage()));
        }
    }

    private static byte[] gunzip(byte[] body, long limit) throws IOException, ProtocolException {
        var unpacked = new ByteArrayOutputStream();
        try (var in = new GZIPInputStream(new ByteArrayInputStream(body), STEP)) {
            byte[] room = new byte[STEP];
            for (int n = in.read(room); n >= 0; n = in.read(room)) {
                add(unpacked, room, n, limit);
            }
        }
        return unpacked.toByteArray();
    }

    private static byte[] unzstd(byte[] body, long limit) throws ProtocolException {
        var unpacked = new ByteArrayOutputStream();
        ByteBuffer packed = ByteBuffer.wrap(body);
        ByteBuffer room = ByteBuffer.allocate(STEP);
        ZstdDecompressCtx context = BatchZstdContexts.borrowDecompress();
        try {
            boolean ended = false;
            while (!ended || packed.hasRemaining()) {
                int before = packed.position();
                room.clear();
                ended = context.decompressByteBufferStream(room, packed);
                add(unpacked, room.array(), room.position(), limit);
                if (!ended && packed.position() == before && room.position() == 0) {
                    throw new ProtocolException(Problem.MALFORMED, "the body ends within its zstd frame");
                }
            }
        } finally {
            BatchZstdContexts.giveBack(context);
        }
        return unpacked.toByteArray();
    }

    private static void add(ByteArrayOutputStream unpacked, byte[] room, int length, long limit)
            throws ProtocolException {
        if (unpacked.size() + length > limit) {
            throw new ProtocolException(
                    Problem.TOO_LARGE, "the body has more than %d bytes once decompressed".formatted(limit));
        }
        unpacked.write(room, 0, length);
    }
}
