package io.livekube.core.http;

import java.time.Duration;

/// Spaces out the reads of a busy watch, so that several events arrive with one wake-up of its reader.
///
/// A watch with fewer than about 300 events per second is never delayed, a busier one by at most [#APART].
/// While reads fill the buffer there is no delay either, so that a backlog is read at full speed. No clock and
/// no I/O.
public final class ReadPace {
    static final Duration APART = Duration.ofMillis(10);

    private static final long WINDOW = Duration.ofMillis(100).toNanos();

    /// Events per window that make a watch busy, and that keep it busy.
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

    /// Nanoseconds to wait before the next read.
    long pause(long now) {
        return busy && !behind ? Math.max(0, lastRead + APART.toNanos() - now) : 0;
    }

    /// Records a read.
    ///
    /// @param full whether it filled the buffer: more may be available
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

    /// Records an event.
    public void event() {
        events++;
    }
}
