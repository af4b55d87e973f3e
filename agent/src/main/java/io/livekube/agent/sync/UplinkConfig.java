package io.livekube.agent.sync;

import java.time.Duration;

/// Pace and size of what an agent sends.
///
/// @param minInterval minimum time between two batches, in which changes accumulate
/// @param maxInterval upper bound on the interval that a busy hub may ask for
/// @param heartbeat interval at which an agent without changes sends digests
/// @param firstRetry delay after a batch that got no answer; doubles with each failure, plus jitter
/// @param maxRetry maximum delay, and so how long agents may take to reconnect to a restarted hub
/// @param batchBytes approximate size of a batch on the wire; a single larger object is sent alone
/// @param batchObjects objects and edits per batch
/// @param eventsPerBatch edits of events per batch
/// @param pendingEvents maximum number of waiting event changes; beyond that, the oldest are held back
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
