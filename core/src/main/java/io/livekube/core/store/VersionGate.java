package io.livekube.core.store;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Lets readers wait for the writer, at almost no cost to the writer while there are none.
///
/// A reader first registers and then checks the version; the writer first publishes and then checks for
/// readers. Whichever comes second sees the other, so no wake-up is lost.
final class VersionGate {
    private final AtomicInteger waiting = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition published = lock.newCondition();

    /// Waits until `reached` holds or the time is over. Returns whether it holds.
    boolean await(BooleanSupplier reached, BooleanSupplier givenUp, Duration timeout) throws InterruptedException {
        if (reached.getAsBoolean()) {
            return true;
        }
        waiting.incrementAndGet();
        lock.lock();
        try {
            long left = TimeUnit.NANOSECONDS.convert(timeout);
            while (!reached.getAsBoolean()) {
                if (left <= 0 || givenUp.getAsBoolean()) {
                    return false;
                }
                left = published.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
            waiting.decrementAndGet();
        }
    }

    /// Called after every publication.
    void opened() {
        if (waiting.get() > 0) {
            lock.lock();
            try {
                published.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
