package io.livekube.core.watch;

import io.livekube.core.watch.ReflectorState.InitialStream;
import io.livekube.core.watch.ReflectorState.Watching;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Durations of watches, and deadlines of open ones.
record WatchTimeouts(ReflectorConfig config, RandomGenerator random) {
    /// Random, so that watches that were opened together do not end together.
    Duration timeout() {
        long min = config.watches().timeoutMin().toSeconds();
        long max = config.watches().timeoutMax().toSeconds();
        return Duration.ofSeconds(Math.max(1, min == max ? min : random.nextLong(min, max)));
    }

    Instant deadline(Watching watch) {
        return earlier(
                end(watch.openedAt(), watch.timeout()),
                watch.lastHeard().plus(config.watches().silence()));
    }

    Instant deadline(InitialStream stream) {
        return earlier(
                end(stream.openedAt(), stream.timeout()),
                stream.lastHeard().plus(config.watches().initialSilence()));
    }

    private Instant end(Instant openedAt, Duration timeout) {
        return openedAt.plus(timeout).plus(config.watches().grace());
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
