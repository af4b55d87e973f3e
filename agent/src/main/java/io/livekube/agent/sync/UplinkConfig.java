package io.livekube.agent.sync;

import java.time.Duration;

/// How an agent paces and sizes what it sends.
///
/// @param minInterval the least time between two batches: changes gather meanwhile
/// @param maxInterval the most that a busy hub can stretch that time to
/// @param heartbeat how long a quiet agent waits before it says that all is the same
/// @param firstRetry after a batch got no answer; doubled each time, with jitter
/// @param maxRetry the longest such wait: also how long a hub that is back may have to wait for its agents
/// @param batchBytes what a batch may take on the wire, roughly; one object that is larger goes alone
/// @param batchObjects how many objects and edits a batch may have
/// @param eventsPerBatch how many edits of events a batch may have
/// @param pendingEvents how many changed events may wait; beyond it the oldest stand back until there are
/// fewer
public record UplinkConfig(
        Duration minInterval,
        Duration maxInterval,
        Duration heartbeat,
        Duration firstRetry,
        Duration maxRetry,
        int batchBytes,
        int batchObjects,
        int eventsPerBatch,
        int pendingEvents) {

    public UplinkConfig {
        if (minInterval.isNegative() || minInterval.compareTo(maxInterval) > 0) {
            throw new IllegalArgumentException(
                    "minInterval must be between 0 and maxInterval, got %s and %s".formatted(minInterval, maxInterval));
        }
        if (!heartbeat.isPositive() || !firstRetry.isPositive() || firstRetry.compareTo(maxRetry) > 0) {
            throw new IllegalArgumentException(
                    "heartbeat and firstRetry must be positive, maxRetry not below firstRetry");
        }
        if (batchBytes < 1024 || batchObjects < 1 || eventsPerBatch < 1 || pendingEvents < eventsPerBatch) {
            throw new IllegalArgumentException(
                    "batchBytes must be at least 1024, batchObjects and eventsPerBatch 1, pendingEvents eventsPerBatch");
        }
    }

    public static UplinkConfig defaults() {
        return new UplinkConfig(
                Duration.ofMillis(20),
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                Duration.ofMillis(250),
                Duration.ofSeconds(5),
                768 * 1024,
                20_000,
                500,
                2_000);
    }

    public UplinkConfig withIntervals(Duration least, Duration most) {
        return new UplinkConfig(
                least, most, heartbeat, firstRetry, maxRetry, batchBytes, batchObjects, eventsPerBatch, pendingEvents);
    }

    public UplinkConfig withSizes(int bytes, int objects) {
        return new UplinkConfig(
                minInterval,
                maxInterval,
                heartbeat,
                firstRetry,
                maxRetry,
                bytes,
                objects,
                eventsPerBatch,
                pendingEvents);
    }
}
