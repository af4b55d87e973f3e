package io.livekube.hub.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Response body of unknown length. A small body is sent as a whole; a large one is sent in chunks as the
/// client reads, compressed if the client accepts that.
public final class ResponseBody {
    /// Below this size, compression costs more than it saves; the same threshold as in kube-apiserver.
    public static final int WORTH_PACKING = 128 << 10;

    private static final int CHUNK = 64 << 10;

    /// Initial buffer size, enough for most responses.
    private static final int USUAL = 8 << 10;

    private final HttpExchange exchange;
    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(USUAL);
    private OutputStream out = chunk;
    private boolean begun;

    /// Uses the fastest level, which compresses objects and lists well enough.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 8 << 10);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    public ResponseBody(HttpExchange exchange) {
        this.exchange = exchange;
    }

    public ResponseBody append(String text) {
        return append(text.getBytes(StandardCharsets.UTF_8));
    }

    public ResponseBody append(byte[] bytes) {
        return append(bytes, 0, bytes.length);
    }

    /// Appends items, with commas in between.
    public <T> ResponseBody appendAll(Iterator<T> items, Consumer<T> append) {
        for (String separator = ""; items.hasNext(); separator = ",") {
            append(separator);
            append.accept(items.next());
        }
        return this;
    }

    public ResponseBody append(byte[] bytes, int from, int to) {
        try {
            out.write(bytes, from, to - from);
            if (!begun && chunk.size() > WORTH_PACKING) {
                begin();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("in-memory stream failed", e);
        }
        if (begun && chunk.size() >= CHUNK) {
            flush();
        }
        return this;
    }

    public void end() {
        if (!begun) {
            exchange.send(200, ResponseHead.JSON, chunk.toByteArray());
            return;
        }
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("in-memory stream failed", e);
        }
        flush();
        exchange.end();
    }

    private void begin() throws IOException {
        begun = true;
        if (!AcceptEncoding.of(exchange).has("gzip")) {
            exchange.begin(200, ResponseHead.JSON);
            return;
        }
        PreparedBody.markCompressed(exchange);
        exchange.begin(200, ResponseHead.JSON);
        byte[] plain = chunk.toByteArray();
        chunk.reset();
        out = new FastGzip(chunk);
        out.write(plain);
    }

    private void flush() {
        if (chunk.size() > 0) {
            byte[] bytes = chunk.toByteArray();
            chunk.reset();
            exchange.write(bytes, bytes.length);
        }
    }
}
