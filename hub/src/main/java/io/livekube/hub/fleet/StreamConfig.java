package io.livekube.hub.fleet;

import java.time.Duration;

/// Limits and intervals of dashboard streams.
///
/// @param streams how many there may be
/// @param perReader how many one reader may have: a token or, without one, an address
/// @param pace least time between two passes of a stream
/// @param quiet interval of heartbeats on a stream without events
/// @param unread how long a reader may read nothing before its stream is closed
/// @param unreadBytes bytes in flight to a reader before nothing more is written
/// @param sweep interval of looking for problems that appear with time alone
/// @param rowBytes size of the row cache
/// @param clusterWait how long one cluster may take when several are read at once
public record StreamConfig(
        int streams,
        int perReader,
        Duration pace,
        Duration quiet,
        Duration unread,
        int unreadBytes,
        Duration sweep,
        long rowBytes,
        Duration clusterWait) {
    public StreamConfig {
        if (streams < 1 || perReader < 1 || unreadBytes < 1 || rowBytes < 0) {
            throw new IllegalArgumentException(
                    "streams, perReader and unreadBytes must be at least 1, rowBytes not negative");
        }
        for (Duration time : new Duration[] {pace, quiet, unread, sweep, clusterWait}) {
            if (!time.isPositive()) {
                throw new IllegalArgumentException(
                        "pace, quiet, unread, sweep and clusterWait must be positive, got " + time);
            }
        }
    }

    public static StreamConfig defaults() {
        return new StreamConfig(
                5_000,
                1_000,
                Duration.ofMillis(50),
                Duration.ofSeconds(15),
                Duration.ofSeconds(30),
                512 << 10,
                Duration.ofSeconds(10),
                32L << 20,
                Duration.ofSeconds(2));
    }

    public StreamConfig withLimits(int all, int ofOne) {
        return new StreamConfig(all, ofOne, pace, quiet, unread, unreadBytes, sweep, rowBytes, clusterWait);
    }

    public StreamConfig withTimes(Duration newQuiet, Duration newUnread, Duration newSweep) {
        return new StreamConfig(
                streams, perReader, pace, newQuiet, newUnread, unreadBytes, newSweep, rowBytes, clusterWait);
    }
}
