package io.livekube.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Exponential backoff: a delay that grows with every consecutive failure, up to a cap, plus jitter.
///
/// Immutable. The caller counts the failures and passes in the randomness.
///
/// @param initial delay after the first failure
/// @param factor growth per further failure, at least 1
/// @param cap upper bound of the delay, before jitter
/// @param jitter maximum share of a delay that is added to it, so that many clients do not retry at the same moment
public record Backoff(Duration initial, double factor, Duration cap, double jitter) {
    public Backoff {
        if (!initial.isPositive() || cap.compareTo(initial) < 0) {
            throw new IllegalArgumentException(
                    "backoff needs 0 < initial <= cap, but initial is " + initial + " and cap is " + cap);
        }
        if (!(factor >= 1) || !(jitter >= 0) || Double.isInfinite(jitter)) {
            throw new IllegalArgumentException(
                    "backoff needs factor >= 1 and jitter >= 0, but has " + factor + " and " + jitter);
        }
    }

    /// Doubles with every failure, without jitter.
    public static Backoff doubling(Duration initial, Duration cap) {
        return new Backoff(initial, 2, cap, 0);
    }

    public Backoff withJitter(double share) {
        return new Backoff(initial, factor, cap, share);
    }

    /// Delay before jitter.
    ///
    /// @param failures consecutive failures before the current one
    public Duration delay(int failures) {
        double grown = nanos(initial) * Math.pow(factor, failures);
        return grown < nanos(cap) ? Duration.ofNanos((long) grown) : cap;
    }

    /// Delay with jitter.
    ///
    /// @param failures consecutive failures before the current one
    public Duration delay(int failures, RandomGenerator random) {
        return spread(delay(failures), random);
    }

    /// A delay that was not computed here, such as one that the peer asked for, with jitter.
    public Duration spread(Duration delay, RandomGenerator random) {
        return delay.plusNanos((long) (nanos(delay) * jitter * random.nextDouble()));
    }

    /// Upper bound of all delays, with jitter.
    public Duration longest() {
        return cap.plusNanos((long) (nanos(cap) * jitter));
    }

    private static double nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
