package io.livekube.hub.watch;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Room for encoded events of all groups: when it is used up, what was encoded first is let go.
///
/// For any number of threads.
final class FrameBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final ConcurrentLinkedQueue<SharedFrames> oldestFirst = new ConcurrentLinkedQueue<>();
    private volatile double share = 1;

    FrameBudget(long limit) {
        this.limit = limit;
    }

    void taken(SharedFrames by, int bytes) {
        used.addAndGet(bytes);
        oldestFirst.add(by);
    }

    /// Somebody has let go of the oldest of its own.
    void returned(SharedFrames by, int bytes) {
        used.addAndGet(-bytes);
        oldestFirst.remove(by);
    }

    /// How many pieces count, of whomever.
    int pieces() {
        return oldestFirst.size();
    }

    long used() {
        return used.get();
    }

    /// Leaves only a share of the room.
    void narrow(double to) {
        share = to;
        enforce();
    }

    /// Makes room; by nobody who holds a group.
    void enforce() {
        while (used.get() > limit * share) {
            @Nullable SharedFrames oldest = oldestFirst.poll();
            if (oldest == null) {
                return;
            }
            used.addAndGet(-oldest.dropOldest());
        }
    }
}
