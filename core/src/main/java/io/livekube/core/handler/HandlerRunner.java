package io.livekube.core.handler;

import io.livekube.core.handler.HandlerBacklog.Delivery;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import io.livekube.core.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls one handler, on one thread: first with the objects that exist, then with every change.
///
/// Uses a platform thread: waking it for a change takes half the CPU time of waking a virtual one.
///
/// `lock` is the informer's: the writer holds it while it offers changes, so that there is no gap or overlap
/// between the snapshot at registration and the first change after it.
public final class HandlerRunner implements HandlerRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerRunner.class);

    private final Handler handler;
    private final HandlerConfig config;
    private final ReentrantLock lock;
    private final HandlerFailureListener failures;
    private final Runnable onClose;
    private final Condition work;
    private final HandlerBacklog deliveries;
    private final Thread thread;

    private volatile boolean closed;
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile long runningSince;

    /// Called with the lock held.
    public HandlerRunner(
            Handler handler,
            HandlerConfig config,
            Store store,
            ReentrantLock lock,
            HandlerFailureListener failures,
            Runnable onClose) {
        this.handler = handler;
        this.config = config;
        this.lock = lock;
        this.failures = failures;
        this.onClose = onClose;
        this.work = lock.newCondition();
        this.deliveries = new HandlerBacklog(store, config.resync(), System.nanoTime());
        this.thread =
                Thread.ofPlatform().daemon().name("handler-" + config.name()).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Called by the writer with the lock held; [#wake] follows.
    public void offer(List<Change> changes, boolean initial) {
        deliveries.offer(changes, initial);
    }

    /// Called with the lock held.
    public void wake() {
        work.signal();
    }

    @Override
    public HandlerStats stats() {
        lock.lock();
        try {
            long since = runningSince;
            return new HandlerStats(
                    config.name(),
                    deliveries.backlog(),
                    delivered.sum(),
                    deliveries.coalesced(),
                    failed.sum(),
                    deliveries.resyncs(),
                    since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signal();
        } finally {
            lock.unlock();
        }
        onClose.run();
    }

    private void run() {
        try {
            for (Optional<Delivery> next = awaitNext(); next.isPresent(); next = awaitNext()) {
                tell(next.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for the next turn; empty when closed.
    private Optional<Delivery> awaitNext() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                long now = System.nanoTime();
                Optional<Delivery> next = deliveries.next(now);
                if (next.isPresent()) {
                    return next;
                }
                var _ = work.awaitNanos(deliveries.untilResync(now));
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void tell(Delivery delivery) {
        switch (delivery) {
            case Delivery.Present(KubeObject object) -> call(object.key(), () -> handler.onAdd(object, true));
            case Delivery.Changed(List<Change> changes) -> changes.forEach(this::tell);
            case Delivery.Again(KubeObject object) -> call(object.key(), () -> handler.onUpdate(object, object));
        }
    }

    private void tell(Change change) {
        call(change.object().key(), () -> {
            switch (change) {
                case Change.Added(KubeObject object) -> handler.onAdd(object, false);
                case Change.Updated(KubeObject old, KubeObject object) -> handler.onUpdate(old, object);
                case Change.Deleted(KubeObject object, boolean known) -> handler.onDelete(object, known);
            }
        });
    }

    private void call(ObjectKey key, Runnable notification) {
        if (closed) {
            return; // closed after this turn was taken, or between a deletion and the addition of its successor
        }
        runningSince = System.nanoTime();
        try {
            notification.run();
        } catch (Throwable e) {
            failed.increment();
            report(key, e);
        } finally {
            runningSince = 0;
            delivered.increment();
        }
    }

    private void report(ObjectKey key, Throwable failure) {
        try {
            failures.handlerFailed(config.name(), key, failure);
        } catch (Throwable e) {
            LOG.error("handler '{}' threw an exception at {}", config.name(), key, failure);
            LOG.error("handler '{}': the failure listener threw an exception", config.name(), e);
        }
    }
}
