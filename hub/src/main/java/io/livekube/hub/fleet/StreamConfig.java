package io.livekube.hub.fleet;

import java.time.Duration;

/// How many streams there may be, and how they are kept.
///
/// @param streams in all
/// @param perReader of one reader: a token or, without one, an address
/// @param pace the least time between two tellings of what has changed
/// @param check how often it is looked whether states of clusters and kinds have changed
/// @param quiet after which time without anything to tell a reader is told that the stream is still there
/// @param unread how long a reader may not read anything before the stream is closed
/// @param unreadBytes what may be on its way to a reader before nothing more is written
/// @param sweep how often it is looked whether something has been wrong for too long
/// @param rowBytes rows to keep for other readers
/// @param clusterWait how long one cluster may take when several are read at once
public record StreamConfig(
        int streams,
        int perReader,
        Duration pace,
        Duration check,
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
        for (Duration time : new Duration[] {pace, check, quiet, unread, sweep, clusterWait}) {
            if (!time.isPositive()) {
                throw new IllegalArgumentException(
                        "pace, check, quiet, unread, sweep and clusterWait must be positive, got " + time);
            }
        }
    }

    public static StreamConfig defaults() {
        return new StreamConfig(
                5_000,
                1_000,
                Duration.ofMillis(50),
                Duration.ofMillis(250),
                Duration.ofSeconds(15),
                Duration.ofSeconds(30),
                512 << 10,
                Duration.ofSeconds(10),
                32L << 20,
                Duration.ofSeconds(2));
    }

    public StreamConfig withLimits(int all, int ofOne) {
        return new StreamConfig(all, ofOne, pace, check, quiet, unread, unreadBytes, sweep, rowBytes, clusterWait);
    }

    public StreamConfig withTimes(Duration newQuiet, Duration newUnread, Duration newSweep) {
        return new StreamConfig(
                streams, perReader, pace, check, newQuiet, newUnread, unreadBytes, newSweep, rowBytes, clusterWait);
    }
}
