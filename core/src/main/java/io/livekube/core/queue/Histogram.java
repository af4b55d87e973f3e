package io.livekube.core.queue;

import java.time.Duration;
import java.util.List;

/// Durations counted in buckets whose bounds double.
///
/// @param buckets how many durations lie below each bound of [#bound(int)] and not below the one before; the last
///     bucket holds everything longer
public record Histogram(long count, Duration sum, Duration max, List<Long> buckets) {

    /// Bounds from 1.024 µs to 18.3 min.
    static final int BOUNDS = 31;

    static final int FIRST_BOUND_BITS = 10;

    public Histogram {
        buckets = List.copyOf(buckets);
    }

    /// The upper bound of a bucket, itself excluded; the last bucket has none.
    public static Duration bound(int bucket) {
        if (bucket < 0 || bucket >= BOUNDS) {
            throw new IndexOutOfBoundsException(
                    "bucket " + bucket + " has no bound; those of 0 to " + (BOUNDS - 1) + " have");
        }
        return Duration.ofNanos(1L << (FIRST_BOUND_BITS + bucket));
    }

    /// A duration that a share of `quantile` (0 to 1) did not exceed: the bound of its bucket, so at most twice too
    /// long.
    public Duration quantile(double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException("quantile must be from 0 to 1, but is " + quantile);
        }
        long rank = Math.max(1, (long) Math.ceil(quantile * count));
        long seen = 0;
        for (int bucket = 0; bucket < BOUNDS; bucket++) {
            seen += buckets.get(bucket);
            if (seen >= rank) {
                Duration bound = bound(bucket);
                return bound.compareTo(max) < 0 ? bound : max;
            }
        }
        return max;
    }
}
