package io.livekube.agent.tasks;

import io.livekube.core.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Decides when to poll for tasks next, and how long the hub may hold the poll.
///
/// ```
///         cut off, or empty far too early three times
///  long ────────────────────────────────────────────▶ short: no hold, every second
///    ▲                       after a minute                       │
///    └────────────────────────────────────────────────────────────┘
/// ```
///
/// In either state, a hub that does not answer is polled with backoff. No I/O and no clock. Not thread-safe.
public final class PollSchedule {
    /// Number of consecutive empty answers before half of the hold time after which long polls are abandoned.
    private static final int EARLY = 3;

    /// Minimum time between two polls of a hub that always has a task.
    private static final Duration LEAST_GAP = Duration.ofMillis(20);

    private static final double JITTER = 0.5;

    private final PollConfig config;
    private final RandomGenerator random;
    private final Backoff backoff;
    private Instant at = Instant.MIN;
    private Instant longFrom = Instant.MIN;
    private int early;
    private int failures;

    public PollSchedule(PollConfig config, RandomGenerator random) {
        this.config = config;
        this.random = random;
        this.backoff = Backoff.doubling(config.firstRetry(), config.maxRetry()).withJitter(JITTER);
    }

    /// One request for tasks.
    ///
    /// @param at when to send it
    /// @param hold how long the hub may hold it
    public record Poll(Instant at, Duration hold) {
        boolean isLong() {
            return hold.isPositive();
        }
    }

    /// The next poll.
    public Poll next(Instant now) {
        Instant then = at.isAfter(now) ? at : now;
        return new Poll(then, then.isBefore(longFrom) ? Duration.ZERO : config.longWait());
    }

    /// The hub answered, with tasks or without.
    public void answered(Poll poll, boolean empty, Instant now) {
        failures = 0;
        boolean tooEarly = poll.isLong()
                && empty
                && now.isBefore(poll.at().plus(poll.hold().dividedBy(2)));
        early = tooEarly ? early + 1 : poll.isLong() ? 0 : early;
        if (early >= EARLY) {
            shortFrom(now);
        }
        Instant soonest = poll.at().plus(LEAST_GAP);
        boolean atOnce = poll.isLong() && !tooEarly;
        at = !atOnce ? now.plus(config.pause()) : soonest.isAfter(now) ? soonest : now;
    }

    /// The request was cut off before the hub's answer.
    public void cut(Poll poll, Instant now) {
        if (poll.isLong()) {
            failures = 0;
            shortFrom(now);
            at = now.plus(backoff.delay(0, random));
        } else {
            away(Optional.empty(), now);
        }
    }

    /// The hub is unreachable, or asks for a pause.
    public void away(Optional<Duration> retryAfter, Instant now) {
        at = now.plus(backoff.spread(retryAfter.orElse(backoff.delay(failures)), random));
        failures++;
    }

    private void shortFrom(Instant now) {
        early = 0;
        longFrom = now.plus(config.longAgain());
    }
}
