package io.livekube.core.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Body of an HTTP/1.1 response: chunked, with a Content-Length, or up to the end of the connection.
///
/// Reading to its end releases the connection to the pool; closing it before closes the connection.
final class ApiResponseBody extends InputStream {
    private static final long TO_THE_END = Long.MAX_VALUE;

    private final ApiResponse response;
    private final WireReader in;
    private final boolean keepAlive;
    private final boolean chunked;
    /// Bytes left of the body, or of this chunk.
    private long left;

    private boolean firstChunk = true;
    private boolean ended;

    ApiResponseBody(ApiResponse response, Connection connection, ApiResponseHead head) throws IOException {
        this.response = response;
        this.in = connection.in();
        this.chunked = head.chunked();
        this.left = chunked ? 0 : length(head);
        this.keepAlive = head.keepAlive() && left != TO_THE_END;
        if (!chunked && left == 0) {
            end();
        }
    }

    private static long length(ApiResponseHead head) throws IOException {
        if (head.status() == 204 || head.status() == 304) {
            return 0;
        }
        String length = head.header("Content-Length").orElse("");
        try {
            return length.isEmpty() ? TO_THE_END : Long.parseUnsignedLong(length);
        } catch (NumberFormatException e) {
            throw new IOException("the response has the Content-Length '" + length + "'", e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (ended) {
            return -1;
        }
        if (length == 0) {
            return 0;
        }
        try {
            int count = receive(target, offset, length);
            response.arrived();
            return count;
        } catch (IOException e) {
            throw response.inTime(e);
        }
    }

    private int receive(byte[] target, int offset, int length) throws IOException {
        if (chunked && left == 0 && !nextChunk()) {
            end();
            return -1;
        }
        int count = in.read(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            if (left != TO_THE_END) {
                throw new EOFException("the connection was closed in the middle of the response");
            }
            end();
            return -1;
        }
        if (left != TO_THE_END) {
            left -= count;
        }
        if (left == 0 && !chunked) {
            end();
        }
        return count;
    }

    /// Reads the length of the next chunk; false if that was the last.
    private boolean nextChunk() throws IOException {
        if (!firstChunk && !in.line().isEmpty()) {
            throw new IOException("a chunk of the response is longer than announced");
        }
        firstChunk = false;
        String line = in.line();
        int extension = line.indexOf(';');
        try {
            left = Long.parseUnsignedLong((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
        } catch (NumberFormatException e) {
            throw new IOException("the response has a chunk of the length '" + line + "'", e);
        }
        if (left > 0) {
            return true;
        }
        while (!in.line().isEmpty()) {
            // skips trailers
        }
        return false;
    }

    private void end() {
        ended = true;
        response.complete(keepAlive);
    }

    @Override
    public void close() {
        response.close();
    }
}
