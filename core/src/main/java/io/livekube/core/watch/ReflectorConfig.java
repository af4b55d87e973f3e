package io.livekube.core.watch;

import io.livekube.core.Backoff;
import java.time.Duration;

/// Configuration of a reflector: how it lists, watches and waits. The defaults suit any cluster.
///
/// @param initialList how the first state is fetched
/// @param failures backoff after transient errors
/// @param refusals backoff after 403 and 404; its longest delay also bounds the Retry-After that is honored
public record ReflectorConfig(
        InitialList initialList, Pages pages, Watches watches, Backoff failures, Backoff refusals) {

    /// How the first state is fetched.
    public enum InitialList {
        /// A paged LIST of the current state.
        LIST,
        /// A paged LIST of whatever the server has cached: cheaper, may start in the past.
        CACHED_LIST,
        /// A watch that sends the state first; falls back to LIST if that does not work.
        WATCH_LIST
    }

    /// Sizes of pages.
    ///
    /// @param size objects in a page; halved when a page times out, and doubled again after quick ones
    /// @param min lower bound of halving
    public record Pages(int size, int min) {
        public Pages {
            if (min < 1 || size < min) {
                throw new IllegalArgumentException(
                        "page sizes must be 1 ≤ min ≤ size, got min %d and size %d".formatted(min, size));
            }
        }
    }

    /// Durations of a watch.
    ///
    /// @param timeoutMin the server ends a watch after a random time from this …
    /// @param timeoutMax … to this
    /// @param grace time beyond that after which the client abandons the watch
    /// @param silence time without event or bookmark after which a watch is reopened
    /// @param initialSilence time without initial events after which a WatchList is abandoned
    public record Watches(
            Duration timeoutMin, Duration timeoutMax, Duration grace, Duration silence, Duration initialSilence) {
        public Watches {
            positive("a watch's timeoutMin", timeoutMin);
            positive("a watch's grace", grace);
            positive("a watch's silence", silence);
            positive("a watch's initialSilence", initialSilence);
            notShorter("a watch's timeoutMax", timeoutMax, "timeoutMin", timeoutMin);
        }
    }

    public static ReflectorConfig defaults() {
        return new ReflectorConfig(
                InitialList.LIST,
                new Pages(500, 25),
                new Watches(
                        Duration.ofSeconds(300),
                        Duration.ofSeconds(600),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(3),
                        Duration.ofSeconds(30)),
                Backoff.doubling(Duration.ofMillis(400), Duration.ofSeconds(15)).withJitter(1),
                Backoff.doubling(Duration.ofSeconds(15), Duration.ofSeconds(150))
                        .withJitter(1));
    }

    public ReflectorConfig withInitialList(InitialList how) {
        return new ReflectorConfig(how, pages, watches, failures, refusals);
    }

    public ReflectorConfig withPageSize(int objects) {
        return withPages(new Pages(objects, Math.min(pages.min(), objects)));
    }

    public ReflectorConfig withPages(Pages sizes) {
        return new ReflectorConfig(initialList, sizes, watches, failures, refusals);
    }

    public ReflectorConfig withWatches(Watches times) {
        return new ReflectorConfig(initialList, pages, times, failures, refusals);
    }

    public ReflectorConfig withBackoff(Backoff afterFailures, Backoff afterRefusals) {
        return new ReflectorConfig(initialList, pages, watches, afterFailures, afterRefusals);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, got " + value);
        }
    }

    private static void notShorter(String name, Duration value, String thanName, Duration than) {
        if (value.compareTo(than) < 0) {
            throw new IllegalArgumentException("%s %s is shorter than %s %s".formatted(name, value, thanName, than));
        }
    }
}
