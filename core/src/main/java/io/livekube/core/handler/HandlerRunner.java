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

/// Tells one handler, on one thread: first the objects that were there when it came, then every change.
///
/// A platform thread, which is woken for each change with half the CPU time that a virtual one takes.
///
/// `lock` is the informer's: changes are offered while it is held by the writer, so that the snapshot taken
/// on registering and the first change behind it leave no gap and no overlap.
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

    /// Called with the lock held, by the writer, who is to call [#wake] soon.
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

    /// What to tell next, as soon as there is something; empty when closed.
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
            return; // since this was taken, or between a deletion and the addition of its successor
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
            LOG.error("handler '{}' failed at {}", config.name(), key, failure);
            LOG.error("handler '{}': the listener for failures failed at that", config.name(), e);
        }
    }
}
