package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailureStreakTest {
    @Test
    void delaysDoubleWithinTheirJitterUpToTheCapAndStartOverAfterQuiet() {
        var streak = new FailureStreak(ReflectorConfig.defaults().failures(), new Random(3));
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100; i++) {
                long whole = Math.min(30_000, 800L << Math.min(i, 20));
                assertThat(streak.next(now).toMillis()).isBetween(whole / 2, whole);
                now = now.plusSeconds(100);
            }
            now = now.plusSeconds(100);
        }
        streak.reset();
        assertThat(streak.next(now)).isLessThanOrEqualTo(Duration.ofMillis(800));
    }
}
