package io.livekube.cli.process;

import io.livekube.cli.terminal.TerminalWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ctrl-C, SIGTERM or the end of the terminal, as something to wait for.
///
/// Opened before whatever has to be stopped, it is closed behind all of it. Who is asked to stop and does
/// has done well: the process ends by itself, with exit code 0. One that can't is ended after a while, or
/// at once when somebody asks again. What takes a while to start is interrupted.
public final class StopSignal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final PrintWriter out;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final List<OsSignal> heard = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread starting;

    private StopSignal(PrintWriter out) {
        this.out = out;
    }

    /// @param out says that it is stopping, if somebody is there to read it
    public static StopSignal install(PrintWriter out) {
        var signal = new StopSignal(out);
        NAMES.forEach(name -> signal.heard.add(OsSignal.hear(name, signal::stop)));
        if (signal.asked()) {
            signal.heard.forEach(OsSignal::close); // stop() may have come before the last of them
        }
        return signal;
    }

    /// Something that takes a while, and ends early when its thread is interrupted.
    public interface Start<T> {
        T run() throws InterruptedException;
    }

    /// Starts something in this thread, which is interrupted if someone wants the process to end meanwhile.
    ///
    /// @return empty if it was not started, or not wholly, for that reason
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

    private boolean begins(Thread thread) {
        lock.lock();
        try {
            starting = thread;
            return !asked();
        } finally {
            lock.unlock();
        }
    }

    /// Who cleans up from here on is not to be interrupted.
    private void ended() {
        lock.lock();
        try {
            starting = null;
            if (asked()) {
                var _ = Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean asked() {
        return asked.getCount() == 0;
    }

    /// Waits until someone wants the process to end.
    public void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for at most a while; tells whether someone wants the process to end.
    public boolean await(Duration limit) {
        try {
            return asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Asks for the end from within.
    public void ask() {
        asked.countDown();
    }

    private void stop() {
        heard.forEach(OsSignal::close);
        Thread.ofPlatform().daemon().name("livekube-stop").start(this::insist);
        if (out instanceof TerminalWriter) {
            out.println(System.lineSeparator() + "Stopping.");
            out.flush();
        }
        lock.lock();
        try {
            asked.countDown();
            if (starting != null) {
                starting.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    private void insist() {
        try {
            if (!cleanedUp.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("not stopped within {} s: ending anyway", PATIENCE.toSeconds());
                System.exit(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        heard.forEach(OsSignal::close);
        cleanedUp.countDown();
    }
}
