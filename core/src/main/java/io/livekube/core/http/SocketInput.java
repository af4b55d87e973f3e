package io.livekube.core.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Bytes of a socket, read with few system calls.
///
/// TLS reads each record in two steps, header and content; here both take one call. While a watch is read,
/// the calls are also spaced out by a [ReadPace].
final class SocketInput extends InputStream {
    private static final int BUFFER_BYTES = 32 * 1024;

    /// Buffer size for a watch that fills the smaller one: several events of ten kilobytes.
    private static final int FOLLOWING_BYTES = 128 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int filled;
    private volatile @Nullable Following following;

    /// @param beforeWaiting runs whenever all bytes of the last call are consumed
    private record Following(ReadPace pace, Runnable beforeWaiting) {}

    SocketInput(InputStream in) {
        this.in = in;
    }

    /// Reads at the pace of a watch from now on.
    ///
    /// @param beforeWaiting runs on the reader's thread whenever all bytes are consumed and a read follows
    void follow(ReadPace pace, Runnable beforeWaiting) {
        following = new Following(pace, beforeWaiting);
    }

    /// Ends the pace of a watch.
    void unfollow() {
        following = null;
    }

    @Override
    public int read() throws IOException {
        return at < filled || fill() ? buffer[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (at >= filled && !fill()) {
            return -1;
        }
        int count = Math.min(length, filled - at);
        System.arraycopy(buffer, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return filled - at + in.available();
    }

    private boolean fill() throws IOException {
        Following watch = following;
        if (watch == null) {
            return take();
        }
        watch.beforeWaiting().run();
        if (full() && buffer.length < FOLLOWING_BYTES) {
            buffer = new byte[FOLLOWING_BYTES];
        }
        await(watch.pace().pause(System.nanoTime()));
        boolean more = take();
        watch.pace().read(System.nanoTime(), full());
        return more;
    }

    /// Whether more bytes may be available than fit into the buffer.
    private boolean full() {
        return filled == buffer.length;
    }

    private boolean take() throws IOException {
        at = 0;
        filled = 0; // in case the next line throws
        filled = Math.max(0, in.read(buffer));
        return filled > 0;
    }

    private static void await(long nanos) throws InterruptedIOException {
        if (nanos <= 0) {
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted between two reads");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
