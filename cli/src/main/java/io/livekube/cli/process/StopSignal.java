package io.livekube.cli.process;

import io.livekube.cli.terminal.TerminalWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for Ctrl-C, SIGTERM or SIGHUP.
///
/// Open it before the resources that have to be stopped and close it after them. A process that cleans up in
/// time exits with code 0. One that does not is terminated after a grace period, or immediately on a second
/// signal. A signal during startup interrupts the starting thread.
public final class StopSignal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final PrintWriter out;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final List<OsSignal> handlers = new CopyOnWriteArrayList<>();
    private @Nullable Thread starting;

    private StopSignal(PrintWriter out) {
        this.out = out;
    }

    /// Installs the signal handlers.
    ///
    /// @param out gets "Stopping." if it is a terminal
    public static StopSignal install(PrintWriter out) {
        var signal = new StopSignal(out);
        NAMES.forEach(name -> signal.handlers.add(OsSignal.install(name, signal::stop)));
        if (signal.asked()) {
            // The signal may have arrived before the last handler was installed.
            signal.handlers.forEach(OsSignal::close);
        }
        return signal;
    }

    /// An interruptible start-up step.
    public interface Start<T> {
        T run() throws InterruptedException;
    }

    /// Runs a start-up step in this thread, which a stop signal interrupts.
    ///
    /// @return empty if a stop signal prevented or interrupted the step
    public <T> Optional<T> unlessAsked(Start<T> start) throws InterruptedException {
        if (!begins(Thread.currentThread())) {
            return Optional.empty();
        }
        try {
            return Optional.of(start.run());
        } catch (InterruptedException | RuntimeException e) {
            if (!asked()) {
                throw e;
            }
            LOG.debug("stopped while starting", e);
            return Optional.empty();
        } finally {
            ended();
        }
    }

    private synchronized boolean begins(Thread thread) {
        starting = thread;
        return !asked();
    }

    /// Clears the interrupt flag, so that clean-up is not interrupted.
    private synchronized void ended() {
        starting = null;
        if (asked()) {
            var _ = Thread.interrupted();
        }
    }

    private boolean asked() {
        return asked.getCount() == 0;
    }

    /// Waits for a stop signal.
    public void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for a stop signal up to a limit; true if there was one.
    public boolean await(Duration limit) {
        try {
            return asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Requests the stop from within the process.
    public void ask() {
        asked.countDown();
    }

    private void stop() {
        handlers.forEach(OsSignal::close);
        Thread.ofPlatform().daemon().name("livekube-stop").start(this::insist);
        if (out instanceof TerminalWriter) {
            out.println(System.lineSeparator() + "Stopping.");
            out.flush();
        }
        synchronized (this) {
            asked.countDown();
            if (starting != null) {
                starting.interrupt();
            }
        }
    }

    private void insist() {
        try {
            if (!cleanedUp.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("not stopped within {} s; exiting", PATIENCE.toSeconds());
                System.exit(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        handlers.forEach(OsSignal::close);
        cleanedUp.countDown();
    }
}
