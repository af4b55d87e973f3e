package io.livekube.simulator.churn;

import io.livekube.simulator.store.ObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Thread that runs a [ChurnEngine] at a given rate until it is closed.
///
/// The rate is enforced by a token bucket of one second: after a pause, at most one second's worth of changes
/// follows at once.
public final class Churn implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Churn.class);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ObjectStore store;
    private final ChurnSpec spec;
    private final InstantSource clock;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable ChurnEngine engine;
    private volatile long startedNanos;

    private Churn(ObjectStore store, ChurnSpec spec, InstantSource clock) {
        this.store = store;
        this.spec = spec;
        this.clock = clock;
        this.thread = Thread.ofPlatform().daemon().name("simulator-churn").unstarted(this::run);
    }

    public static Churn start(ObjectStore store, ChurnSpec spec) {
        Churn churn = new Churn(store, spec, InstantSource.system());
        churn.thread.start();
        return churn;
    }

    /// Number of writes so far.
    public long changes() {
        ChurnEngine current = engine;
        return current == null ? 0 : current.changes();
    }

    /// Number of writes that the store rejected, because a client had changed or deleted the object.
    public long refused() {
        ChurnEngine current = engine;
        return current == null ? 0 : current.refused();
    }

    /// Changes per second since the first change.
    public double achievedRate() {
        long changes = changes();
        return changes == 0 ? 0 : changes / ((System.nanoTime() - startedNanos) / NANOS_PER_SECOND);
    }

    /// Stops after the current step.
    @Override
    public void close() {
        closing.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            ChurnEngine running = new ChurnEngine(store, spec);
            startedNanos = System.nanoTime();
            engine = running;
            pace(running);
        } catch (InterruptedException e) {
            LOG.warn("churn: interrupted, stopped after {} changes", changes());
        } catch (RuntimeException e) {
            LOG.error("churn: failed, stopped after {} changes; the cluster no longer changes", changes(), e);
        }
    }

    private void pace(ChurnEngine running) throws InterruptedException {
        double rate = spec.changesPerSecond();
        double tokens = 0;
        long last = System.nanoTime();
        while (closing.getCount() > 0) {
            long now = System.nanoTime();
            tokens = Math.min(Math.max(rate, 1), tokens + (now - last) / NANOS_PER_SECOND * rate);
            last = now;
            Instant time = clock.instant();
            while (tokens >= 1 && closing.getCount() > 0) {
                int written = running.step(time);
                tokens = written == 0 ? 0 : tokens - written;
            }
            double secondsToNext = rate == 0 ? 1 : (1 - tokens) / rate;
            long wait = Math.min(LONGEST_WAIT_NANOS, (long) (secondsToNext * NANOS_PER_SECOND));
            closing.await(Math.max(wait, TimeUnit.MILLISECONDS.toNanos(1)), TimeUnit.NANOSECONDS);
        }
    }
}
