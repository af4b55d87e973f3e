package io.livekube.hub.read;

import java.time.Duration;

/// Live reads, for what the mirror can't answer.
///
/// @param patience how long a reader waits for the agent to ask the API server
/// @param waiting how many readers of one cluster may wait at the same time; for others the read fails at once
/// @param kept what is kept of fetched lists
/// @param strict reads that must not be older than their request
/// @param list limits on a fetched list
public record FetchConfig(Duration patience, int waiting, Kept kept, Strict strict, ListLimits list) {
    /// What is kept of fetched lists.
    ///
    /// @param answers how long a list answers equal reads
    /// @param failures how long a failed fetch is not tried again
    /// @param lists how many lists are kept
    /// @param bytes size of all kept lists
    public record Kept(Duration answers, Duration failures, int lists, long bytes) {
        public Kept {
            if (answers.isNegative() || failures.isNegative() || lists < 1 || bytes < 1) {
                throw new IllegalArgumentException(
                        "kept answers and failures must not be negative, lists and bytes at least 1");
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
                throw new IllegalArgumentException("a strict read's wait must not be negative, got " + mirrorWait);
            }
        }
    }

    /// Limits on one fetched list.
    ///
    /// @param bodyBytes compressed size
    /// @param unpackedBytes size as text, which is never in memory as a whole
    public record ListLimits(int bodyBytes, int unpackedBytes, int objects) {
        public ListLimits {
            if (bodyBytes < 1 || unpackedBytes < 1 || objects < 1) {
                throw new IllegalArgumentException("bodyBytes, unpackedBytes and objects must be at least 1");
            }
        }
    }

    public FetchConfig {
        if (!patience.isPositive() || waiting < 1) {
            throw new IllegalArgumentException("patience must be positive, waiting at least 1");
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

    /// The same with other times: for readers, and for kept lists.
    public FetchConfig withTimes(Duration newPatience, Duration answers, Duration failures) {
        return new FetchConfig(newPatience, waiting, new Kept(answers, failures, kept.lists, kept.bytes), strict, list);
    }

    public FetchConfig withStrictReads(boolean always) {
        return new FetchConfig(patience, waiting, kept, new Strict(always, strict.mirrorWait), list);
    }

    public FetchConfig withStrictWait(Duration wait) {
        return new FetchConfig(patience, waiting, kept, new Strict(strict.always, wait), list);
    }

    /// The same for more or fewer readers.
    public FetchConfig withWaiting(int readers) {
        return new FetchConfig(patience, readers, kept, strict, list);
    }
}
