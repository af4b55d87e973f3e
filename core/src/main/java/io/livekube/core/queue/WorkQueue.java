package io.livekube.core.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Fair, stingy, exclusive, bounded queue of keys with delayed and rate-limited adds; the package
/// documentation defines these terms.
///
/// A worker takes a key, works on it, and calls [#done] for it, whatever happened:
///
/// ```java
/// for (var key = queue.take(); key.isPresent(); key = queue.take()) {
///     try {
///         work(key.get());
///         queue.forget(key.get());
///     } catch (IOException e) {
///         report(e, queue.addRateLimited(key.get()));
///     } finally {
///         queue.done(key.get());
///     }
/// }
/// ```
///
/// The queue has no thread of its own: one of the waiting takers keeps the time for delayed keys.
public final class WorkQueue<K> implements AutoCloseable {
    private static final long NO_TIMER_KEPT = Long.MAX_VALUE;

    private final QueueConfig config;
    private final QueueState<K> state;
    private final LongSupplier nanoTime;
    private final long origin;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition takeable = lock.newCondition();
    private final Condition closed = lock.newCondition();

    /// The timer that one of the waiting takers, the timekeeper, waits for; the others wait until they are woken.
    private long keptTimer = NO_TIMER_KEPT;

    private long latest;

    /// @param nanoTime a clock such as `System::nanoTime`; while it stands still, delayed keys are not due
    public WorkQueue(QueueConfig config, LongSupplier nanoTime) {
        this.config = config;
        this.nanoTime = nanoTime;
        this.origin = nanoTime.getAsLong();
        this.state = new QueueState<>(config);
    }

    public static <K> WorkQueue<K> create(QueueConfig config) {
        return new WorkQueue<>(config, System::nanoTime);
    }

    public String name() {
        return config.name();
    }

    /// Adds a key that is due now.
    ///
    /// @throws QueueFullException if the queue is full; [#offer] returns that instead
    /// @throws QueueClosedException if the queue is draining or closed
    public void add(K key) {
        accepted(key, offer(key));
    }

    /// Adds a key that is due after a delay, or now if the delay is zero or negative (a time in the past is due).
    ///
    /// @throws QueueFullException if the queue is full; [#offerAfter] returns that instead
    /// @throws QueueClosedException if the queue is draining or closed
    public void addAfter(K key, Duration delay) {
        accepted(key, offerAfter(key, delay));
    }

    /// Counts a retry of the key, adds it with the rate limiter's delay, and returns that delay.
    ///
    /// @throws QueueFullException if the queue is full; [#offerRateLimited] returns that instead
    /// @throws QueueClosedException if the queue is draining or closed
    public Duration addRateLimited(K key) {
        return accepted(key, offerRateLimited(key)).dueIn();
    }

    /// Like [#add], with a result instead of an exception.
    public Admission offer(K key) {
        return offerAfter(key, Duration.ZERO);
    }

    /// Like [#addAfter], with a result instead of an exception.
    public Admission offerAfter(K key, Duration delay) {
        Objects.requireNonNull(key, "key");
        long nanos = Nanos.of(delay);
        lock.lock();
        try {
            return state.addAfter(key, nanos, now());
        } finally {
            wakeAndUnlock();
        }
    }

    /// Like [#addRateLimited], with a result instead of an exception; a refused key does not count as a
    /// retry.
    public Admission offerRateLimited(K key) {
        Objects.requireNonNull(key, "key");
        lock.lock();
        try {
            return state.addRateLimited(key, now());
        } finally {
            wakeAndUnlock();
        }
    }

    /// Waits for a key and takes it; empty when the queue is closed, or drained, and there will never be another.
    public Optional<K> take() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                long now = now();
                Optional<K> key = state.take(now);
                if (key.isPresent() || state.closed()) {
                    return key;
                }
                if (!timerUnkept()) {
                    takeable.await();
                    continue;
                }
                long timer = state.nextDue().orElseThrow();
                keptTimer = timer;
                try {
                    takeable.awaitNanos(timer - now);
                } finally {
                    keptTimer = keptTimer == timer ? NO_TIMER_KEPT : keptTimer;
                }
            }
        } finally {
            wakeAndUnlock();
        }
    }

    /// Takes a key if one is due.
    public Optional<K> poll() {
        lock.lock();
        try {
            return state.take(now());
        } finally {
            wakeAndUnlock();
        }
    }

    /// Gives back a key that was taken. If it was added in the meantime, it is queued now.
    ///
    /// @throws IllegalStateException if the key is not being worked on
    public void done(K key) {
        lock.lock();
        try {
            state.done(key, now());
        } finally {
            wakeAndUnlock();
        }
    }

    /// Sets the key's retries to zero. Its timer, if any, stays.
    public void forget(K key) {
        lock.lock();
        try {
            state.forget(key);
        } finally {
            lock.unlock();
        }
    }

    /// How many rate-limited adds of the key were accepted since it was last forgotten.
    public int retries(K key) {
        lock.lock();
        try {
            return state.retries(key);
        } finally {
            lock.unlock();
        }
    }

    public QueueStats stats() {
        lock.lock();
        try {
            return state.stats(now());
        } finally {
            wakeAndUnlock();
        }
    }

    /// Accepts no more keys, drops those that are not yet due, waits until the workers have done all others,
    /// and closes the queue. After the timeout it closes the queue with work left, which is in the report.
    ///
    /// When interrupted, the queue stays as it is: draining.
    public DrainReport drain(Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("queue " + name() + ": drain timeout is negative: " + timeout);
        }
        long left = Nanos.of(timeout);
        lock.lock();
        try {
            state.drain(now());
            wake();
            while (!state.closed() && left > 0) {
                left = closed.awaitNanos(left);
            }
            state.close(now());
            return state.report();
        } finally {
            wakeAndUnlock();
        }
    }

    /// Closes the queue at once: drops every key that no worker has. Workers still give back theirs with
    /// [#done]. Closing again does nothing.
    @Override
    public void close() {
        lock.lock();
        try {
            state.close(now());
        } finally {
            wakeAndUnlock();
        }
    }

    /// Whether adds are still accepted.
    public boolean isOpen() {
        lock.lock();
        try {
            return state.open();
        } finally {
            lock.unlock();
        }
    }

    private Admission.Accepted accepted(K key, Admission admission) {
        return switch (admission) {
            case Admission.Accepted accepted -> accepted;
            case Admission.Full full -> throw new QueueFullException(name(), key, full.limit());
            case Admission.Closed _ -> throw new QueueClosedException(name(), key);
        };
    }

    /// Since the queue was made, never going back.
    private long now() {
        latest = Math.max(latest, nanoTime.getAsLong() - origin);
        return latest;
    }

    /// Whether a timer ends before the one that is kept, so that a taker must wake up for it.
    private boolean timerUnkept() {
        return state.nextDue().orElse(NO_TIMER_KEPT) < keptTimer;
    }

    private void wakeAndUnlock() {
        wake();
        lock.unlock();
    }

    /// Called after every step, before the lock is released: there is never work (a due key, or a timer
    /// without a timekeeper) while all takers wait.
    private void wake() {
        if (state.closed()) {
            takeable.signalAll();
            closed.signalAll();
        } else if (state.depth() > 0 || timerUnkept()) {
            takeable.signal();
        }
    }
}
