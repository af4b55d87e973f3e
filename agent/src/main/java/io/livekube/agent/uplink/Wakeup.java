package io.livekube.agent.uplink;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Wakes one waiting thread, without ever blocking the caller.
public final class Wakeup {
    /// Stands for "no change since the last check" among times of [System#nanoTime].
    private static final long NONE = 0;

    private static final long EPOCH = System.nanoTime();

    private final AtomicLong changedAt = new AtomicLong(NONE);
    private volatile boolean woken;
    private volatile @Nullable Thread waiting;

    /// Wakes the thread. May be called on any thread; returns immediately.
    public void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(waiting);
        }
    }

    /// Wakes the thread because of a change, and notes the time, to measure how long sending it takes. May be
    /// called on any thread; returns immediately.
    public void changed() {
        if (changedAt.get() == NONE) {
            changedAt.compareAndSet(NONE, Math.max(NONE + 1, System.nanoTime() - EPOCH));
        }
        wake();
    }

    /// Time since the first change after the last call; empty if there was none.
    Optional<Duration> sinceFirstChange() {
        long at = changedAt.getAndSet(NONE);
        return at == NONE ? Optional.empty() : Optional.of(Duration.ofNanos(System.nanoTime() - EPOCH - at));
    }

    /// Waits until a wakeup, returning immediately if there was one since the last call, or until the timeout.
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
