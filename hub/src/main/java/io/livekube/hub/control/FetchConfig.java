package io.livekube.hub.control;

import java.time.Duration;

/// How reads are answered that the mirror can't answer.
///
/// @param patience how long a reader waits for the agent to ask the API server
/// @param keep how long what was fetched answers equal reads
/// @param keepFailure how long a fetch that failed is not tried again
/// @param strictWait how long a strict read waits for the mirror before it fetches
/// @param strictReads whether Kubernetes reads without a resourceVersion are strict, as on an API server
/// @param waiting how many readers of one cluster may wait at the same time; more are answered as if it had
/// failed
/// @param held how many fetched lists are kept at the same time
/// @param bodyBytes of one fetched list, packed
/// @param unpackedBytes of one fetched list as text, which is never in memory as a whole
/// @param objects of one fetched list
/// @param heldBytes of all fetched lists that are kept
public record FetchConfig(
        Duration patience,
        Duration keep,
        Duration keepFailure,
        Duration strictWait,
        boolean strictReads,
        int waiting,
        int held,
        int bodyBytes,
        int unpackedBytes,
        int objects,
        long heldBytes) {
    public FetchConfig {
        if (!patience.isPositive() || keep.isNegative() || keepFailure.isNegative() || strictWait.isNegative()) {
            throw new IllegalArgumentException(
                    "patience must be positive, keep, keepFailure and strictWait not negative");
        }
        if (waiting < 1 || held < 1 || bodyBytes < 1 || unpackedBytes < 1 || objects < 1 || heldBytes < 1) {
            throw new IllegalArgumentException(
                    "waiting, held, bodyBytes, unpackedBytes, objects and heldBytes must be at least 1");
        }
    }

    public static FetchConfig defaults() {
        return new FetchConfig(
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofMillis(500),
                false,
                500,
                64,
                64 << 20,
                512 << 20,
                200_000,
                256L << 20);
    }

    public FetchConfig withTimes(Duration newPatience, Duration newKeep, Duration newKeepFailure) {
        return new FetchConfig(
                newPatience,
                newKeep,
                newKeepFailure,
                strictWait,
                strictReads,
                waiting,
                held,
                bodyBytes,
                unpackedBytes,
                objects,
                heldBytes);
    }

    public FetchConfig withStrictReads(boolean strict) {
        return new FetchConfig(
                patience,
                keep,
                keepFailure,
                strictWait,
                strict,
                waiting,
                held,
                bodyBytes,
                unpackedBytes,
                objects,
                heldBytes);
    }

    public FetchConfig withStrictWait(Duration wait) {
        return new FetchConfig(
                patience,
                keep,
                keepFailure,
                wait,
                strictReads,
                waiting,
                held,
                bodyBytes,
                unpackedBytes,
                objects,
                heldBytes);
    }

    /// The same with other limits for one list.
    public FetchConfig withListLimits(int newUnpackedBytes, int newObjects) {
        return new FetchConfig(
                patience,
                keep,
                keepFailure,
                strictWait,
                strictReads,
                waiting,
                held,
                bodyBytes,
                newUnpackedBytes,
                newObjects,
                heldBytes);
    }

    /// The same with room for more or fewer readers.
    public FetchConfig withWaiting(int readers) {
        return new FetchConfig(
                patience,
                keep,
                keepFailure,
                strictWait,
                strictReads,
                readers,
                held,
                bodyBytes,
                unpackedBytes,
                objects,
                heldBytes);
    }
}
