package io.livekube.testkit.fault.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Receiving side of a connection: heads, then raw bytes, from one buffer.
///
/// For one reader at a time; a transfer between threads needs its own happens-before.
public final class HttpInput extends InputStream {

    private static final int MAX_HEAD = 1 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];
    private int position;
    private int limit;

    public HttpInput(InputStream in) {
        this.in = in;
    }

    /// The next request's head, or empty if the peer closed between two requests.
    public Optional<RequestHead> readRequestHead() throws IOException {
        if (!awaitByte()) {
            return Optional.empty();
        }
        return Optional.of(RequestHead.parse(readLine(), readHeaders()));
    }

    public HttpResponseHead readResponseHead() throws IOException {
        return HttpResponseHead.parse(readLine(), readHeaders());
    }

    /// Blocks until data is available (true) or the peer has closed (false); consumes nothing.
    public boolean awaitByte() throws IOException {
        if (position < limit) {
            return true;
        }
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    public void discardUntilEnd() throws IOException {
        while (awaitByte()) {
            position = limit;
        }
    }

    @Override
    public int read() throws IOException {
        return awaitByte() ? buffer[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!awaitByte()) {
            return -1;
        }
        int n = Math.min(length, limit - position);
        System.arraycopy(buffer, position, target, offset, n);
        position += n;
        return n;
    }

    String readLine() throws IOException {
        var line = new java.io.ByteArrayOutputStream();
        while (true) {
            int b = read();
            if (b < 0) {
                throw new EOFException(
                        line.size() == 0 ? "the connection was closed" : "the connection was closed in mid-line");
            }
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            if (line.size() >= MAX_HEAD) {
                throw new MalformedHttpException("a line of more than " + MAX_HEAD + " bytes");
            }
            line.write(b);
        }
    }

    Headers readHeaders() throws IOException {
        List<Headers.Field> fields = new ArrayList<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new MalformedHttpException("not a header field: \"" + line + "\"");
            }
            fields.add(new Headers.Field(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
        }
        return new Headers(fields);
    }
}
