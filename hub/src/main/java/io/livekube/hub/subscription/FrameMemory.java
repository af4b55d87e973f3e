package io.livekube.hub.subscription;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Memory limit on the encoded frames of all groups; when it is exceeded, the oldest frames are dropped.
///
/// Thread-safe.
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

    /// Called when a cache has dropped its oldest slab.
    void returned(FrameCache by, int bytes) {
        used.addAndGet(-bytes);
        oldestFirst.remove(by);
    }

    /// Number of slabs.
    int slabs() {
        return oldestFirst.size();
    }

    long used() {
        return used.get();
    }

    /// Restricts the memory to a share of the limit.
    void narrow(double to) {
        share = to;
        enforce();
    }

    /// Enforces the limit; must not be called while holding a cache's lock.
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
