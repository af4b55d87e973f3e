package io.livekube.hub.subscription;

import java.time.Duration;

/// Spaces out the rounds in which an event loop writes to all subscribers of a kind, so that one write carries
/// several events.
///
/// Rounds take at most an eighth of one loop's time, summed over all loops, unless a subscriber would have to
/// wait longer than [#MOST]; more loops make rounds shorter, not more frequent. The more subscribers there are
/// and the faster events arrive, the more each write carries. Few subscribers or occasional events are not
/// delayed. No clock and no I/O.
final class FanOutPace {
    /// Maximum time between the starts of two rounds.
    static final Duration MOST = Duration.ofMillis(50);

    /// Shorter pauses are not worth a timer.
    static final Duration LEAST = Duration.ofMillis(1);

    private static final int SHARE = 8;

    private long next;

    FanOutPace(long now) {
        this.next = now;
    }

    /// Nanoseconds to wait before the next round.
    long pause(long now) {
        long pause = next - now;
        return pause < LEAST.toNanos() ? 0 : pause;
    }

    /// Records a round.
    ///
    /// @param loops number of event loops that run rounds of the kind
    void round(long began, long ended, int loops) {
        next = began + Math.min((ended - began) * SHARE * loops, MOST.toNanos());
    }
}
