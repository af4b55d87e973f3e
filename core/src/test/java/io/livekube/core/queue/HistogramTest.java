package io.livekube.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HistogramTest {
    private final HistogramRecorder recorder = new HistogramRecorder();

    @Test
    void everyDurationIsBelowTheBoundOfItsBucketAndNotBelowThePreviousOne() {
        for (int bucket = 0; bucket < Histogram.BOUNDS; bucket++) {
            var single = new HistogramRecorder();
            long bound = Histogram.bound(bucket).toNanos();
            single.record(bound - 1);
            single.record(bound);
            assertThat(single.snapshot().buckets().get(bucket))
                    .as("below %d", bound)
                    .isEqualTo(1);
            assertThat(single.snapshot().buckets().get(bucket + 1))
                    .as("from %d", bound)
                    .isEqualTo(1);
        }
    }

    @Test
    void extremesAreCountedToo() {
        recorder.record(0);
        recorder.record(Long.MAX_VALUE);
        Histogram histogram = recorder.snapshot();

        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.buckets().getFirst()).isEqualTo(1);
        assertThat(histogram.buckets().getLast()).isEqualTo(1);
        assertThat(histogram.max()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void quantilesAreAtMostTwiceTooLongAndNeverAboveTheMaximum() {
        for (int millis = 1; millis <= 1000; millis++) {
            recorder.record(Duration.ofMillis(millis).toNanos());
        }
        Histogram histogram = recorder.snapshot();

        assertThat(histogram.quantile(0.5)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(histogram.quantile(0.1)).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
        assertThat(histogram.quantile(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(histogram.sum()).isEqualTo(Duration.ofMillis(500_500));
        assertThatThrownBy(() -> histogram.quantile(1.1)).hasMessageContaining("from 0 to 1");
    }

    @Test
    void anEmptyHistogramAnswersZero() {
        assertThat(recorder.snapshot().quantile(0.99)).isZero();
    }
}
