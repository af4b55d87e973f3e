package io.livekube.hub.subscription;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/// Encoded frames of consecutive positions, stored one after another, for any number of sockets.
///
/// Append-only: one thread adds, any number read. The memory is outside the heap, where sockets and encryption
/// read it without a copy, and is freed when the slab is unreachable.
final class FrameSlab {
    /// Entries that are not selected take no space, so without this limit a slab could cover any number of
    /// them.
    private static final int MOST_POSITIONS = 1_024;

    private final long first;
    private final ByteBuffer memory;
    private final ByteBuf shared;
    private final int[] ends = new int[MOST_POSITIONS];
    private volatile int count;
    private int written;

    /// @param first position of the first frame
    FrameSlab(long first, int capacity) {
        this.first = first;
        this.memory = ByteBuffer.allocateDirect(capacity);
        this.shared = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(memory.duplicate()));
    }

    long first() {
        return first;
    }

    /// Position after the last frame.
    long end() {
        return first + count;
    }

    /// Total size of the frames in bytes.
    int written() {
        return written;
    }

    /// Memory used.
    int cost() {
        return memory.capacity() + MOST_POSITIONS * Integer.BYTES;
    }

    boolean fits(int length) {
        return count < MOST_POSITIONS && memory.capacity() - written >= length;
    }

    /// Adds the next frame.
    ///
    /// @param frame empty for an entry that is not selected
    void add(byte[] frame) {
        memory.put(written, frame);
        written += frame.length;
        int added = count;
        ends[added] = written;
        count = added + 1;
    }

    /// Frames from a position onward: as many as fit in the given number of bytes, and at least one.
    Frames from(long position, int most) {
        int from = (int) (position - first);
        int start = from == 0 ? 0 : ends[from - 1];
        int all = count;
        int to = all;
        if (ends[all - 1] - start > most) {
            to = from + 1;
            while (to < all && ends[to] - start <= most) {
                to++;
            }
        }
        int events = 0;
        for (int i = from; i < to; i++) {
            events += ends[i] > (i == 0 ? 0 : ends[i - 1]) ? 1 : 0;
        }
        return new Frames(shared.slice(start, ends[to - 1] - start), first + to, events);
    }
}
