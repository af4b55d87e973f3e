package io.livekube.hub.read;

import java.time.Duration;

/// Limits on live reads, for what the mirror can't answer.
///
/// @param patience how long a reader waits for the agent to query the API server
/// @param waiting how many readers of one cluster may wait at the same time; further reads fail immediately
/// @param kept retention of fetched lists
/// @param strict reads that must not be older than their request
/// @param list limits per fetched list
public record FetchConfig(Duration patience, int waiting, Kept kept, Strict strict, ListLimits list) {
    /// Retention of fetched lists.
    ///
    /// @param answers how long a list answers identical reads
    /// @param failures how long a failed fetch is not retried
    /// @param lists maximum number of lists
    /// @param bytes maximum size of all lists
    public record Kept(Duration answers, Duration failures, int lists, long bytes) {
        public Kept {
            if (answers.isNegative() || failures.isNegative() || lists < 1 || bytes < 1) {
                throw new IllegalArgumentException(
                        "answers and failures must not be negative, and lists and bytes must be at least 1");
            }
        }
    }

    /// Reads that must not be older than their request.
    ///
    /// @param always whether Kubernetes reads without a resourceVersion are strict, as on an API server
    /// @param mirrorWait how long a strict read waits for the mirror before it fetches
    public record Strict(boolean always, Duration mirrorWait) {
        public Strict {
            if (mirrorWait.isNegative()) {
                throw new IllegalArgumentException("mirrorWait must not be negative, got " + mirrorWait);
            }
        }
    }

    /// Limits on one fetched list.
    ///
    /// @param bodyBytes maximum compressed size
    /// @param unpackedBytes maximum size as text, which is never held in memory as a whole
    public record ListLimits(int bodyBytes, int unpackedBytes, int objects) {
        public ListLimits {
            if (bodyBytes < 1 || unpackedBytes < 1 || objects < 1) {
                throw new IllegalArgumentException("bodyBytes, unpackedBytes and objects must be at least 1");
            }
        }
    }

    public FetchConfig {
        if (!patience.isPositive() || waiting < 1) {
            throw new IllegalArgumentException("patience must be positive, and waiting must be at least 1");
        }
    }

    public static FetchConfig defaults() {
        return new FetchConfig(
                Duration.ofSeconds(10),
                500,
                new Kept(Duration.ofSeconds(2), Duration.ofSeconds(2), 64, 256L << 20),
                new Strict(false, Duration.ofMillis(500)),
                new ListLimits(64 << 20, 512 << 20, 200_000));
    }

    /// Copy with other times: for readers, and for retained lists.
    public FetchConfig withTimes(Duration newPatience, Duration answers, Duration failures) {
        return new FetchConfig(newPatience, waiting, new Kept(answers, failures, kept.lists, kept.bytes), strict, list);
    }

    public FetchConfig withStrictReads(boolean always) {
        return new FetchConfig(patience, waiting, kept, new Strict(always, strict.mirrorWait), list);
    }

    /// Copy with another limit on waiting readers.
    public FetchConfig withWaiting(int readers) {
        return new FetchConfig(patience, readers, kept, strict, list);
    }
}
