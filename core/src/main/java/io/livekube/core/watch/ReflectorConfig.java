package io.livekube.core.watch;

import java.time.Duration;

/// How a reflector lists, watches and waits. The defaults are meant for any cluster.
///
/// @param initialList how the first state is fetched
/// @param pageSize objects in a page of a LIST; halved when a page times out, and doubled again after quick
/// ones
/// @param minPageSize where halving ends
/// @param watchTimeoutMin the server ends a watch after a random time from this …
/// @param watchTimeoutMax … to this
/// @param watchGrace how much longer than that the client waits before it gives the watch up
/// @param silenceLimit a watch without event or bookmark for so long is opened anew
/// @param initialEventsSilence a WatchList without an event for so long before its end is given up
/// @param watchListBlocked for how long WatchList is not tried again after it failed
/// @param backoffInitial the first wait after a failure; doubled with each
/// @param backoffCap the longest wait after a failure
/// @param backoffReset after so long without a failure waits start over
/// @param deniedInitial the first wait after 403 and 404; doubled with each
/// @param deniedCap the longest wait after 403 and 404
public record ReflectorConfig(
        InitialList initialList,
        int pageSize,
        int minPageSize,
        Duration watchTimeoutMin,
        Duration watchTimeoutMax,
        Duration watchGrace,
        Duration silenceLimit,
        Duration initialEventsSilence,
        Duration watchListBlocked,
        Duration backoffInitial,
        Duration backoffCap,
        Duration backoffReset,
        Duration deniedInitial,
        Duration deniedCap) {

    /// How the first state is fetched.
    public enum InitialList {
        /// A paged LIST of the current state.
        LIST,
        /// A paged LIST of whatever the server has cached: cheaper, may start in the past.
        CACHED_LIST,
        /// A watch that sends the state first; falls back to LIST where that does not work.
        WATCH_LIST
    }

    public ReflectorConfig {
        if (minPageSize < 1 || pageSize < minPageSize) {
            throw new IllegalArgumentException(
                    "page sizes must be 1 ≤ minPageSize ≤ pageSize, got minPageSize %d and pageSize %d"
                            .formatted(minPageSize, pageSize));
        }
        if (watchTimeoutMax.compareTo(watchTimeoutMin) < 0) {
            throw new IllegalArgumentException("watchTimeoutMax %s is shorter than watchTimeoutMin %s"
                    .formatted(watchTimeoutMax, watchTimeoutMin));
        }
        positive("watchTimeoutMin", watchTimeoutMin);
        positive("watchGrace", watchGrace);
        positive("silenceLimit", silenceLimit);
        positive("initialEventsSilence", initialEventsSilence);
        positive("backoffInitial", backoffInitial);
        positive("backoffCap", backoffCap);
        positive("deniedInitial", deniedInitial);
        positive("deniedCap", deniedCap);
    }

    public static ReflectorConfig defaults() {
        return new ReflectorConfig(
                InitialList.LIST,
                500,
                25,
                Duration.ofSeconds(300),
                Duration.ofSeconds(600),
                Duration.ofSeconds(30),
                Duration.ofMinutes(3),
                Duration.ofSeconds(30),
                Duration.ofMinutes(30),
                Duration.ofMillis(800),
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5));
    }

    public ReflectorConfig withPageSize(int objects) {
        return new ReflectorConfig(
                initialList,
                objects,
                Math.min(minPageSize, objects),
                watchTimeoutMin,
                watchTimeoutMax,
                watchGrace,
                silenceLimit,
                initialEventsSilence,
                watchListBlocked,
                backoffInitial,
                backoffCap,
                backoffReset,
                deniedInitial,
                deniedCap);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, got " + value);
        }
    }
}
