package io.livekube.testkit.fault.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Chunked body; trailers are read and discarded.
final class ChunkedInput extends InputStream {

    private final HttpInput in;
    private long left;
    private boolean first = true;
    private boolean ended;

    ChunkedInput(HttpInput in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (left == 0 && !nextChunk()) {
            return -1;
        }
        int n = in.read(target, offset, (int) Math.min(length, left));
        if (n < 0) {
            throw new EOFException("the body ended within a chunk, " + left + " bytes short");
        }
        left -= n;
        return n;
    }

    private boolean nextChunk() throws IOException {
        if (ended) {
            return false;
        }
        if (!first && !in.readLine().isEmpty()) {
            throw new MalformedHttpException("a chunk is longer than it says");
        }
        first = false;
        String size = in.readLine().split(";", 2)[0].strip();
        try {
            left = Long.parseUnsignedLong(size, 16);
        } catch (NumberFormatException e) {
            throw new MalformedHttpException("not a chunk size: \"" + size + "\"");
        }
        if (left == 0) {
            in.readHeaders();
            ended = true;
        }
        return !ended;
    }
}
