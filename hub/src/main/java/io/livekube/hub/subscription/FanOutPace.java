package io.livekube.hub.subscription;

import java.time.Duration;

/// Spaces out the rounds in which an event loop writes to all subscribers of a kind, so that several events go
/// out with one write to each.
///
/// Rounds take at most an eighth of one loop's time, all loops together, unless a subscriber would wait for longer
/// than [#MOST]: more loops make rounds shorter, not more frequent. The more subscribers there are and the faster
/// events come, the more each write carries; a few subscribers, or an event now and then, are not delayed. No clock
/// and no I/O.
final class FanOutPace {
    /// From the beginning of a round to that of the next.
    static final Duration MOST = Duration.ofMillis(50);

    /// A shorter pause is not worth a timer.
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
    /// @param loops how many event loops have rounds of the kind
    void round(long began, long ended, int loops) {
        next = began + Math.min((ended - began) * SHARE * loops, MOST.toNanos());
    }
}
