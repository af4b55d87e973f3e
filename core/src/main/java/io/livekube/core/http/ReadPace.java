package io.livekube.core.http;

import java.time.Duration;

/// Keeps the reads of a busy watch apart, so that several events come with one wake-up of its reader.
///
/// A watch of fewer than some 300 events a second is never kept waiting, a busier one by [#APART] at most, and none
/// while a read brings as much as it can take: what has piled up is not kept waiting.
/// No clock and no I/O.
public final class ReadPace {
    static final Duration APART = Duration.ofMillis(10);

    private static final long WINDOW = Duration.ofMillis(100).toNanos();

    /// Events in a window that make a watch busy, and those that keep it so.
    private static final int BUSY = 35;

    private static final int STILL_BUSY = 25;

    private long windowFrom;
    private int events;
    private boolean busy;
    private long lastRead;
    private boolean behind;

    public ReadPace(long now) {
        this.windowFrom = now;
        this.lastRead = now - APART.toNanos();
    }

    /// Nanoseconds that the next read is to wait for.
    long pause(long now) {
        return busy && !behind ? Math.max(0, lastRead + APART.toNanos() - now) : 0;
    }

    /// A read has brought something.
    ///
    /// @param full whether that was as much as it could take: more may be there
    void read(long now, boolean full) {
        lastRead = now;
        behind = full;
        if (now - windowFrom >= WINDOW) {
            boolean silent = now - windowFrom >= 2 * WINDOW;
            busy = !silent && events >= (busy ? STILL_BUSY : BUSY);
            windowFrom = now;
            events = 0;
        }
    }

    /// An event was among what was read.
    public void event() {
        events++;
    }
}
