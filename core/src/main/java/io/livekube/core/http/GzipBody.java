package io.livekube.core.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Decompresses a body as it arrives, with any number of gzip members: servers may end one with every flush of a watch.
final class GzipBody extends InputStream {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int TRAILER_BYTES = 8;

    private final PushbackInputStream packed;
    /// Created by the first read, since it waits for the gzip header.
    private @Nullable Members unpacked;

    GzipBody(InputStream packed) {
        this.packed = new PushbackInputStream(packed);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (unpacked == null) {
            int first = packed.read();
            if (first < 0) {
                return -1;
            }
            packed.unread(first);
            unpacked = new Members(packed);
        }
        int count = unpacked.read(target, offset, length);
        // The JDK takes whatever follows a member for the end, also a failed read, which throws again.
        if (count < 0 && (packed.read() >= 0 || unpacked.leftOver())) {
            throw new IOException("unexpected data after the compressed body");
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        if (unpacked == null) {
            packed.close();
        } else {
            unpacked.close();
        }
    }

    private static final class Members extends GZIPInputStream {
        Members(InputStream packed) throws IOException {
            super(packed, BUFFER_BYTES);
        }

        /// Whether more than the trailer of the last member was read along with its data.
        boolean leftOver() {
            return inf.getRemaining() > TRAILER_BYTES;
        }
    }
}
