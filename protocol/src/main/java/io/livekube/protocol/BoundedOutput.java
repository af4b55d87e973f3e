package io.livekube.protocol;

import java.io.IOException;
import java.io.OutputStream;

/// Output stream with a limit on its size.
public final class BoundedOutput extends OutputStream {
    private final OutputStream out;
    private final int limit;
    private int written;

    public BoundedOutput(OutputStream out, int limit) {
        this.out = out;
        this.limit = limit;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length > limit - written) {
            throw new BatchTooLargeException("the batch takes more than %d bytes".formatted(limit));
        }
        written += length;
        out.write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
