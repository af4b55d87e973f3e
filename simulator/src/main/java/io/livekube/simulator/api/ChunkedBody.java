package io.livekube.simulator.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Response body of any length, sent in chunks while it is written.
///
/// A small body is sent whole; a large one is compressed if the client accepts gzip.
final class ChunkedBody extends OutputStream {
    /// Responses below this size are never compressed, as on the real server.
    static final int GZIP_THRESHOLD = 128 << 10;

    private static final int CHUNK = 64 << 10;

    private final ApiExchange exchange;
    private final String contentType;
    private final int code;
    private final byte[] held = new byte[GZIP_THRESHOLD];
    private int heldLength;
    private OutputStream out = OutputStream.nullOutputStream();
    private boolean streaming;

    ChunkedBody(ApiExchange exchange, int code, String contentType) {
        this.exchange = exchange;
        this.code = code;
        this.contentType = contentType;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!streaming && heldLength + length <= held.length) {
            System.arraycopy(bytes, offset, held, heldLength, length);
            heldLength += length;
            return;
        }
        if (!streaming) {
            startStreaming();
        }
        out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
        if (!streaming) {
            exchange.send(code, contentType, Arrays.copyOf(held, heldLength));
            return;
        }
        out.close();
        exchange.end();
    }

    private void startStreaming() throws IOException {
        streaming = true;
        boolean gzip = exchange.method().equals("GET")
                && exchange.header("Accept-Encoding").orElse("").contains("gzip");
        if (gzip) {
            exchange.setHeader("Content-Encoding", "gzip");
            exchange.setHeader("Vary", "Accept-Encoding");
        }
        exchange.begin(code, contentType);
        out = gzip ? new FastGzip(new Chunks()) : new Chunks();
        out.write(held, 0, heldLength);
    }

    /// The fastest level, as on the real server.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, CHUNK);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /// Collects a chunk, then blocks until the socket has accepted it.
    private final class Chunks extends OutputStream {
        private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + (8 << 10));

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            chunk.write(bytes, offset, length);
            if (chunk.size() >= CHUNK) {
                send();
            }
        }

        @Override
        public void close() {
            send();
        }

        private void send() {
            if (chunk.size() > 0) {
                byte[] bytes = chunk.toByteArray();
                chunk.reset();
                exchange.write(bytes, bytes.length);
            }
        }
    }
}
