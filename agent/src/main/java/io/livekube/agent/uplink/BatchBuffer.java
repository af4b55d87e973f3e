package io.livekube.agent.uplink;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Buffer for an encoded batch, which is kept until it is answered. Never exceeds its limit.
final class BatchBuffer extends OutputStream {
    private static final int INITIAL_BYTES = 64 * 1024;

    private final int limit;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    /// The batch does not fit.
    static final class FullException extends IOException {
        private static final long serialVersionUID = 1L;

        private FullException(int limit) {
            super("the batch takes more than %,d bytes".formatted(limit));
        }
    }

    BatchBuffer(int limit) {
        this.limit = limit;
    }

    /// Clears the buffer, and releases the memory of an unusually large batch.
    void clear() {
        length = 0;
        if (bytes.length > INITIAL_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    @Override
    public void write(int b) throws IOException {
        reserve(1);
        bytes[length++] = (byte) b;
    }

    @Override
    public void write(byte[] source, int from, int count) throws IOException {
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    private void reserve(int more) throws FullException {
        if (more > limit - length) {
            throw new FullException(limit);
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(length + more, bytes.length * 2L)));
        }
    }
}
