package io.livekube.core.queue;

import java.time.Duration;
import java.util.Arrays;

/// Counts durations for a [Histogram]: a few instructions each, no allocation.
final class HistogramRecorder {
    private final long[] buckets = new long[Histogram.BOUNDS + 1];
    private long count;
    private long sum;
    private long max;

    void record(long nanos) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(nanos);
        buckets[Math.clamp(bits - Histogram.FIRST_BOUND_BITS, 0, Histogram.BOUNDS)]++;
        count++;
        sum = Nanos.plus(sum, nanos);
        max = Math.max(max, nanos);
    }

    Histogram snapshot() {
        return new Histogram(
                count,
                Duration.ofNanos(sum),
                Duration.ofNanos(max),
                Arrays.stream(buckets).boxed().toList());
    }
}
