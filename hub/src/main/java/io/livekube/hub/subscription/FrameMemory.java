package io.livekube.hub.subscription;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Memory for the encoded frames of all groups: when it is used up, the frames that were encoded first are
/// dropped.
///
/// For any number of threads.
final class FrameMemory {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final ConcurrentLinkedQueue<FrameCache> oldestFirst = new ConcurrentLinkedQueue<>();
    private volatile double share = 1;

    FrameMemory(long limit) {
        this.limit = limit;
    }

    void taken(FrameCache by, int bytes) {
        used.addAndGet(bytes);
        oldestFirst.add(by);
    }

    /// A cache has dropped its oldest slab.
    void returned(FrameCache by, int bytes) {
        used.addAndGet(-bytes);
        oldestFirst.remove(by);
    }

    /// How many slabs there are.
    int slabs() {
        return oldestFirst.size();
    }

    long used() {
        return used.get();
    }

    /// Leaves only a share of the memory.
    void narrow(double to) {
        share = to;
        enforce();
    }

    /// Frees memory; not to be called while holding a cache.
    void enforce() {
        while (used.get() > limit * share) {
            @Nullable FrameCache oldest = oldestFirst.poll();
            if (oldest == null) {
                return;
            }
            used.addAndGet(-oldest.dropOldest());
        }
    }
}
