package io.livekube.lab.child;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Histogram of latencies: from a write until it is seen, or of calls.
public final class Latencies {
    /// The annotation in which a churner leaves the wall-clock time of its write, in nanoseconds.
    public static final String WRITTEN_AT = "lab.livekube.io/written-ns";

    private static final long SHORTEST_NS = 1_000;
    private static final long LONGEST_NS = Duration.ofHours(1).toNanos();

    /// Grows with the samples, so that an informer without changes is not charged for it.
    private final Histogram histogram = new Histogram(3);

    public static long wallClockNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /// Records the age of an object that a churner wrote; others are left out.
    public void seen(@Nullable Map<String, String> annotations) {
        String written = annotations == null ? null : annotations.get(WRITTEN_AT);
        if (written != null) {
            record(wallClockNanos() - Long.parseLong(written));
        }
    }

    public synchronized void record(long nanos) {
        histogram.recordValue(Math.clamp(nanos, SHORTEST_NS, LONGEST_NS));
        notifyAll();
    }

    /// Waits until this many have been recorded, or no longer than the limit.
    public synchronized void await(long count, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (histogram.getTotalCount() < count) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /// The figures since the last call, as fields of an event; resets the counts.
    public synchronized ObjectNode take() {
        ObjectNode fields = Child.fields()
                .put("seen", histogram.getTotalCount())
                .put("p50_ms", histogram.getValueAtPercentile(50) / 1e6)
                .put("p99_ms", histogram.getValueAtPercentile(99) / 1e6)
                .put("max_ms", histogram.getMaxValue() / 1e6);
        histogram.reset();
        return fields;
    }
}
