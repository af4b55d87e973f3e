package io.livekube.agent.tasks;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Decides when to ask for tasks next, and how long the hub may wait with its answer.
///
/// ```
///         cut off, or empty much too early three times
///  long ────────────────────────────────────────────▶ short: at once, every second
///    ▲                       after a minute                       │
///    └────────────────────────────────────────────────────────────┘
/// ```
///
/// In either state a hub that is away is asked less and less often. No I/O and no clock; for one thread.
public final class PollPlan {
    /// So often in a row an empty answer may come before half of its time before long requests are given
    /// up.
    private static final int EARLY = 3;

    /// Not even a hub that always has a task is asked more often.
    private static final Duration LEAST_GAP = Duration.ofMillis(20);

    private final PollConfig config;
    private final RandomGenerator random;
    private Instant at = Instant.MIN;
    private Instant longFrom = Instant.MIN;
    private int early;
    private int failures;

    public PollPlan(PollConfig config, RandomGenerator random) {
        this.config = config;
        this.random = random;
    }

    /// One request for tasks.
    ///
    /// @param at when to send it
    /// @param hold how long the hub may keep it
    public record Poll(Instant at, Duration hold) {
        boolean isLong() {
            return hold.isPositive();
        }
    }

    /// What to do next.
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
            at = now.plus(withJitter(config.firstRetry()));
        } else {
            away(Optional.empty(), now);
        }
    }

    /// The hub is not there, or wants to be left alone.
    public void away(Optional<Duration> retryAfter, Instant now) {
        Duration backoff = config.firstRetry().multipliedBy(1L << Math.min(failures, 20));
        failures++;
        Duration bounded = backoff.compareTo(config.maxRetry()) < 0 ? backoff : config.maxRetry();
        at = now.plus(withJitter(retryAfter.orElse(bounded)));
    }

    private void shortFrom(Instant now) {
        early = 0;
        longFrom = now.plus(config.longAgain());
    }

    /// Up to half as much again, so that many agents do not come back at the same moment.
    private Duration withJitter(Duration wait) {
        return wait.plusNanos((long) (wait.toNanos() * 0.5 * random.nextDouble()));
    }
}
