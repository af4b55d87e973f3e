package io.livekube.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C or SIGTERM, and the clean-up that the JVM waits for.
///
/// Opened before whatever has to be stopped, it is closed behind all of it; then the JVM may end.
final class StopSignal implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch cleanedUp = new CountDownLatch(1);

    private StopSignal() {}

    static StopSignal install() {
        StopSignal signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(signal::stop));
        return signal;
    }

    /// Waits until someone wants the process to end.
    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for at most a while; tells whether someone wants the process to end.
    boolean await(Duration limit) {
        try {
            return asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Asks for the end from within.
    void ask() {
        asked.countDown();
    }

    private void stop() {
        asked.countDown();
        try {
            var _ = cleanedUp.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        cleanedUp.countDown();
    }
}
