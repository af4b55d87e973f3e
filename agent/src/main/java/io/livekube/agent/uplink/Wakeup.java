package io.livekube.agent.uplink;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Wakes one waiting thread, without ever blocking the caller.
public final class Wakeup {
    /// No change since the last look, as a time of [System#nanoTime].
    private static final long NONE = 0;

    private static final long EPOCH = System.nanoTime();

    private final AtomicLong changedAt = new AtomicLong(NONE);
    private volatile boolean woken;
    private volatile @Nullable Thread waiting;

    /// From any thread, at once.
    public void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(waiting);
        }
    }

    /// Something changed; remembers since when, for measuring how long sending it takes. From any thread, at
    /// once.
    public void changed() {
        if (changedAt.get() == NONE) {
            changedAt.compareAndSet(NONE, Math.max(NONE + 1, System.nanoTime() - EPOCH));
        }
        wake();
    }

    /// How long ago the first change since the last call was; empty if there was none.
    Optional<Duration> sinceFirstChange() {
        long at = changedAt.getAndSet(NONE);
        return at == NONE ? Optional.empty() : Optional.of(Duration.ofNanos(System.nanoTime() - EPOCH - at));
    }

    /// Waits until it is woken, or has been since the last time, or the time is up.
    void await(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        waiting = Thread.currentThread();
        while (!woken) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return;
            }
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        woken = false;
    }
}
