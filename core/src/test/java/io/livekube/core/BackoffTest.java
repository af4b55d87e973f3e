package io.livekube.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aDelayGrowsByItsFactorUpToTheCap() {
        var backoff = new Backoff(SECOND, 3, MINUTE, 0);
        assertThat(Stream.of(0, 1, 2, 3, 4, 1_000).map(backoff::delay))
                .extracting(Duration::toSeconds)
                .containsExactly(1L, 3L, 9L, 27L, 60L, 60L);
    }

    @Test
    void doublingIsExactToTheNanosecond() {
        var backoff = Backoff.doubling(Duration.ofNanos(3), Duration.ofDays(1));
        assertThat(backoff.delay(40)).isEqualTo(Duration.ofNanos(3L << 40));
    }

    @Test
    void jitterOnlyAddsAndAtMostItsShare() {
        var backoff = Backoff.doubling(SECOND, MINUTE).withJitter(0.5);
        var random = new Random(7);
        assertThat(Stream.generate(() -> backoff.delay(1, random)).limit(100))
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3)))
                .doesNotHaveDuplicates();
        assertThat(backoff.spread(MINUTE, random)).isBetween(MINUTE, Duration.ofSeconds(90));
        assertThat(backoff.longest()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void withoutJitterEveryDelayIsTheSame() {
        var backoff = Backoff.doubling(SECOND, MINUTE);
        assertThat(backoff.delay(2, new Random(7))).isEqualTo(backoff.delay(2)).isEqualTo(Duration.ofSeconds(4));
        assertThat(backoff.longest()).isEqualTo(MINUTE);
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThatThrownBy(() -> Backoff.doubling(Duration.ZERO, MINUTE)).hasMessageContaining("0 < initial <= cap");
        assertThatThrownBy(() -> Backoff.doubling(MINUTE, SECOND)).hasMessageContaining("0 < initial <= cap");
        assertThatThrownBy(() -> new Backoff(SECOND, 0.5, MINUTE, 0)).hasMessageContaining("factor >= 1");
        assertThatThrownBy(() -> new Backoff(SECOND, Double.NaN, MINUTE, 0)).hasMessageContaining("factor >= 1");
        assertThatThrownBy(() -> new Backoff(SECOND, 2, MINUTE, -1)).hasMessageContaining("jitter >= 0");
    }
}
