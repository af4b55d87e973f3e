package io.livekube.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Runs a [Reconciler] for every key of a [WorkQueue], on a fixed number of virtual threads.
///
/// It starts once and stops once, and closes the queue when it stops. A reconciler may throw: the
/// [ReconcileFailureListener] is notified, and the key is retried when the queue's rate limiter allows.
public final class Controller<K> implements AutoCloseable {
    private enum Life {
        NEW,
        STARTED,
        STOPPED
    }

    private final WorkQueue<K> queue;
    private final ControllerConfig config;
    private final List<Thread> workers;
    private Life life = Life.NEW;

    /// Failures are logged.
    public Controller(WorkQueue<K> queue, Reconciler<K> reconciler, ControllerConfig config) {
        this(queue, reconciler, config, ReconcileFailureListener.logging());
    }

    public Controller(
            WorkQueue<K> queue,
            Reconciler<K> reconciler,
            ControllerConfig config,
            ReconcileFailureListener<K> listener) {
        this.queue = queue;
        this.config = config;
        Worker<K> worker = new Worker<>(queue, reconciler, listener);
        this.workers = IntStream.range(0, config.workers())
                .mapToObj(i ->
                        Thread.ofVirtual().name(queue.name() + "-worker-" + i).unstarted(worker))
                .toList();
    }

    /// Starts the workers.
    ///
    /// @throws IllegalStateException if it was started or stopped before, or the queue is closed
    public synchronized void start() {
        if (life != Life.NEW) {
            throw new IllegalStateException("controller " + queue.name() + ": start(), but it was "
                    + (life == Life.STARTED ? "started" : "stopped") + " before; a controller starts once");
        }
        if (!queue.isOpen()) {
            throw new IllegalStateException("controller " + queue.name()
                    + ": start(), but its queue is closed; give each controller a queue of its own");
        }
        life = Life.STARTED;
        workers.forEach(Thread::start);
    }

    /// Lets the workers finish what is due, and closes the queue. Workers that are still busy after the
    /// timeout are interrupted, and the report contains what is left. Stopping again only returns the report.
    ///
    /// @throws IllegalStateException if a worker calls it: it would wait for itself
    public DrainReport stop(Duration timeout) throws InterruptedException {
        if (workers.contains(Thread.currentThread())) {
            throw new IllegalStateException("controller " + queue.name()
                    + ": stop() called by its own reconciler, which it would wait for; stop it from another thread");
        }
        DrainReport report;
        try {
            report = queue.drain(endLife() == Life.NEW ? Duration.ZERO : timeout);
        } catch (InterruptedException e) {
            queue.close();
            workers.forEach(Thread::interrupt);
            throw e;
        }
        if (report.running() > 0) {
            workers.forEach(Thread::interrupt);
        } else {
            for (Thread worker : workers) {
                worker.join();
            }
        }
        return report;
    }

    /// Stops within [ControllerConfig#stopTimeout()]; at once if the calling thread is interrupted.
    @Override
    public void close() {
        try {
            stop(config.stopTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Life endLife() {
        Life before = life;
        life = Life.STOPPED;
        return before;
    }
}
