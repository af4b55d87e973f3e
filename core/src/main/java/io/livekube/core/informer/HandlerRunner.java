package io.livekube.core.informer;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells one handler, on one virtual thread: first the objects that were there when it came, then every change.
///
/// `lock` is the informer's: changes are offered while it is held by the writer, so that the snapshot taken on
/// registering and the first change behind it leave no gap and no overlap.
final class HandlerRunner implements Registration {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerRunner.class);

    private final Handler handler;
    private final HandlerConfig config;
    private final Store store;
    private final ReentrantLock lock;
    private final HandlerFailureListener failures;
    private final Runnable onClose;
    private final Condition work;
    private final PendingChanges pending = new PendingChanges();
    private final Thread thread;

    private final Iterator<KubeObject> replay;
    private int replayLeft;
    private Iterator<KubeObject> resync = List.<KubeObject>of().iterator();
    private long nextResync;
    private boolean closed;
    private long delivered;
    private long failed;
    private long resyncs;
    private volatile long runningSince;

    /// Called with the lock held.
    HandlerRunner(
            Handler handler,
            HandlerConfig config,
            Store store,
            ReentrantLock lock,
            HandlerFailureListener failures,
            Runnable onClose) {
        this.handler = handler;
        this.config = config;
        this.store = store;
        this.lock = lock;
        this.failures = failures;
        this.onClose = onClose;
        this.work = lock.newCondition();
        Snapshot present = store.snapshot();
        this.replay = present.list().iterator();
        this.replayLeft = present.size();
        this.nextResync = System.nanoTime() + resyncNanos();
        this.thread = Thread.ofVirtual().name("handler-" + config.name()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Called with the lock held, by the writer.
    void offer(List<Change> changes) {
        changes.forEach(pending::offer);
        work.signal();
    }

    @Override
    public HandlerStats stats() {
        lock.lock();
        try {
            long since = runningSince;
            return new HandlerStats(
                    config.name(),
                    replayLeft + pending.size(),
                    delivered,
                    pending.coalesced(),
                    failed,
                    resyncs,
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
            for (Optional<Runnable> call = nextCall(); call.isPresent(); call = nextCall()) {
                call.get().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The next call to make, as soon as there is one; empty when closed.
    private Optional<Runnable> nextCall() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                if (replay.hasNext()) {
                    KubeObject object = replay.next();
                    replayLeft--;
                    return Optional.of(() -> call(object.key(), () -> handler.onAdd(object, true)));
                }
                Optional<List<Change>> changes = pending.poll();
                if (changes.isPresent()) {
                    return Optional.of(() -> changes.get().forEach(this::tell));
                }
                Optional<KubeObject> again = nextOfResync();
                if (again.isPresent()) {
                    KubeObject object = again.get();
                    return Optional.of(() -> call(object.key(), () -> handler.onUpdate(object, object)));
                }
                long untilResync = config.resync().isEmpty() ? Long.MAX_VALUE : nextResync - System.nanoTime();
                if (untilResync <= 0) {
                    beginResync();
                } else {
                    var _ = work.awaitNanos(untilResync);
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void beginResync() {
        nextResync = System.nanoTime() + resyncNanos();
        resyncs++;
        resync = store.snapshot().list().iterator();
    }

    /// The present version of the next object to tell again: nothing is pending now, so the handler knows it already.
    private Optional<KubeObject> nextOfResync() {
        while (resync.hasNext()) {
            Optional<KubeObject> present = store.get(resync.next().key());
            if (present.isPresent()) {
                return present;
            }
        }
        return Optional.empty();
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
        runningSince = System.nanoTime();
        boolean threw = false;
        try {
            notification.run();
        } catch (Throwable e) {
            threw = true;
            report(key, e);
        } finally {
            runningSince = 0;
        }
        lock.lock();
        try {
            delivered++;
            failed += threw ? 1 : 0;
        } finally {
            lock.unlock();
        }
    }

    private void report(ObjectKey key, Throwable failure) {
        try {
            failures.handlerFailed(config.name(), key, failure);
        } catch (RuntimeException e) {
            e.addSuppressed(failure);
            LOG.error("handler '{}' failed at {}, and so did the listener for failures", config.name(), key, e);
        }
    }

    private long resyncNanos() {
        return config.resync().map(Duration::toNanos).orElse(0L);
    }
}
