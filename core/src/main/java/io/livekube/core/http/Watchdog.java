package io.livekube.core.http;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes bodies at their deadline, since a blocked read can't check the clock.
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long TICK_MILLIS = 100;

    private final Set<Guard> guards = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("livekube-watchdog").factory());
    private volatile boolean closed;

    Watchdog() {
        var _ = clock.scheduleAtFixedRate(this::look, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /// A body under guard. Closing it ends the guard, not the body.
    final class Guard implements AutoCloseable {
        private final Closeable body;
        private volatile long deadline;
        private volatile boolean fired;

        private Guard(Closeable body, long deadline) {
            this.body = body;
            this.deadline = deadline;
        }

        void extend(long nanosFromNow) {
            deadline = System.nanoTime() + nanosFromNow;
        }

        /// Whether the body was closed at its deadline.
        boolean fired() {
            return fired;
        }

        @Override
        public void close() {
            guards.remove(this);
        }
    }

    Guard guard(Closeable body, long nanosFromNow) {
        Guard guard = new Guard(body, System.nanoTime() + nanosFromNow);
        guards.add(guard);
        if (closed) {
            end(guard);
        }
        return guard;
    }

    private void look() {
        long now = System.nanoTime();
        for (Guard guard : guards) {
            if (!guard.fired && now - guard.deadline > 0) {
                guard.fired = true;
                end(guard);
            }
        }
    }

    private static void end(Guard guard) {
        try {
            guard.body.close();
        } catch (IOException | RuntimeException e) {
            // The other bodies still need their guard.
            LOG.debug("closing a guarded body", e);
        }
    }

    /// Closes all bodies, since none of them has a guard any more.
    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        guards.forEach(Watchdog::end);
    }
}
