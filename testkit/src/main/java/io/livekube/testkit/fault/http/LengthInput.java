package io.livekube.testkit.fault.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Body with a known length.
final class LengthInput extends InputStream {

    private final HttpInput in;
    private long left;

    LengthInput(HttpInput in, long length) {
        this.in = in;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int n = in.read(target, offset, (int) Math.min(length, left));
        if (n < 0) {
            throw new EOFException("the body ended " + left + " bytes short of its Content-Length");
        }
        left -= n;
        return n;
    }
}
