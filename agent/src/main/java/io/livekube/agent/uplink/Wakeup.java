package io.livekube.agent.uplink;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Wakes one thread that waits, without ever holding up who wakes it.
public final class Wakeup {
    private volatile boolean woken;
    private volatile @Nullable Thread waiting;

    /// From any thread, at once.
    public void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(waiting);
        }
    }

    /// Waits until someone wakes it, or has done so since the last time, or the time is up.
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
