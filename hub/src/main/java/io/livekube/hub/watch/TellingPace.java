package io.livekube.hub.watch;

import java.time.Duration;

/// Keeps the rounds apart in which an event loop tells its watchers of a kind, so that several events go
/// out with one write to each.
///
/// Rounds take at most an eighth of the time, unless somebody would wait for longer than [#MOST]. The more
/// watchers there are and the faster events come, the more each write carries; a few watchers, or an event
/// now and then, are not kept waiting. No clock and no I/O.
final class TellingPace {
    /// From the beginning of a round to that of the next.
    static final Duration MOST = Duration.ofMillis(50);

    /// A shorter pause is not worth a timer.
    static final Duration LEAST = Duration.ofMillis(1);

    private static final int SHARE = 8;

    private long next;

    TellingPace(long now) {
        this.next = now;
    }

    /// Nanoseconds that the next round is to wait for.
    long pause(long now) {
        long pause = next - now;
        return pause < LEAST.toNanos() ? 0 : pause;
    }

    /// A round is over.
    void told(long began, long ended) {
        next = began + Math.min((ended - began) * SHARE, MOST.toNanos());
    }
}
