package io.livekube.core.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Decompresses consecutive gzip members, each as soon as it has arrived.
///
/// API servers may end a gzip member with every flush of a watch. The JDK's stream checks how many bytes are
/// available to find out whether another member follows, so it may mistake a pause for the end.
final class GzipMembers extends InputStream {
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int TRAILER_BYTES = 8;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final byte[] buffer = new byte[16 * 1024];
    private int at;
    private int filled;
    private boolean inMember;
    private boolean ended;
    private volatile boolean closed;

    GzipMembers(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (true) {
            if (closed) {
                throw new IOException("the compressed body was closed");
            }
            if (ended) {
                return -1;
            }
            if (!inMember && !header()) {
                ended = true;
                inflater.end();
                return -1;
            }
            int produced = inflate(target, offset, length);
            if (inflater.finished()) {
                at = filled - inflater.getRemaining();
                skip(TRAILER_BYTES);
                inMember = false;
            }
            if (produced > 0) {
                return produced;
            }
        }
    }

    private int inflate(byte[] target, int offset, int length) throws IOException {
        try {
            while (true) {
                int produced = inflater.inflate(target, offset, length);
                if (produced > 0 || inflater.finished()) {
                    return produced;
                }
                if (inflater.needsDictionary()) {
                    throw new IOException("a gzip member needs a dictionary");
                }
                if (!fill()) {
                    throw new EOFException("the compressed body ended in the middle of a gzip member");
                }
                inflater.setInput(buffer, at, filled - at);
            }
        } catch (DataFormatException e) {
            throw new IOException("the compressed body is not gzip: " + e.getMessage(), e);
        }
    }

    /// Reads a member's header; false at a clean end of the stream.
    private boolean header() throws IOException {
        if (at >= filled && !fill()) {
            return false;
        }
        if (next() != 0x1f || next() != 0x8b || next() != 8) {
            throw new IOException("the compressed body is not gzip");
        }
        int flags = next();
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            skip(2);
        }
        inflater.reset();
        inflater.setInput(buffer, at, filled - at);
        inMember = true;
        return true;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            var _ = next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // up to its terminating zero
        }
    }

    private int next() throws IOException {
        if (at >= filled && !fill()) {
            throw new EOFException("the compressed body ended in the middle of a gzip member");
        }
        return buffer[at++] & 0xff;
    }

    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, in.read(buffer));
        return filled > 0;
    }

    /// Another thread may be reading, so the inflater is left to the garbage collector.
    @Override
    public void close() throws IOException {
        closed = true;
        in.close();
    }
}
