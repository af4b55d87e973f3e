package io.livekube.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
    private static final Duration FIVE_MS = Duration.ofMillis(5);
    private static final Duration CAP = Duration.ofSeconds(1000);

    @Test
    void backoffDoublesFromFiveMillisecondsToAThousandSeconds() {
        var backoff = RateLimiter.backoff(Backoff.doubling(FIVE_MS, CAP));
        List<Long> millis = IntStream.range(0, 20)
                .mapToObj(retries -> backoff.permit(retries, 0).delay().toMillis())
                .toList();

        assertThat(millis)
                .startsWith(5L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, 1280L)
                .endsWith(327_680L, 655_360L, 1_000_000L, 1_000_000L);
    }

    @Test
    void backoffStaysAtItsCapHoweverOftenAKeyIsRetried() {
        var backoff = RateLimiter.backoff(Backoff.doubling(FIVE_MS, CAP));
        var eternal = RateLimiter.backoff(Backoff.doubling(Duration.ofNanos(3), Duration.ofSeconds(Long.MAX_VALUE)));

        for (int retries : new int[] {18, 40, 41, 62, 63, 64, 65, 128, Integer.MAX_VALUE}) {
            assertThat(backoff.permit(retries, 0).delay())
                    .as("retry %d", retries)
                    .isEqualTo(CAP);
        }
        Duration before = Duration.ZERO;
        for (int retries = 0; retries < 200; retries++) {
            Duration delay = eternal.permit(retries, 0).delay();
            assertThat(delay).as("retry %d", retries).isPositive().isGreaterThanOrEqualTo(before);
            before = delay;
        }
    }

    @Test
    void bucketLetsABurstThroughAndThenOneAtATime() {
        List<Long> delays = delaysInMillis(TokenBucket.perSecond(10, 100), 103, 0);

        assertThat(delays.subList(0, 100)).containsOnly(0L);
        assertThat(delays.subList(100, 103)).containsExactly(100L, 200L, 300L);
    }

    @Test
    void bucketRefillsWithTimeButNeverAboveItsBurst() {
        RateLimiter bucket = TokenBucket.perSecond(10, 3);
        for (int i = 0; i < 3; i++) {
            bucket = bucket.permit(0, 0).next();
        }
        long twoTokensLater = Duration.ofMillis(250).toNanos();
        long ageLater = Duration.ofDays(1).toNanos();

        assertThat(delaysInMillis(bucket, 3, twoTokensLater)).containsExactly(0L, 0L, 50L);
        assertThat(delaysInMillis(bucket, 5, ageLater)).containsExactly(0L, 0L, 0L, 100L, 200L);
    }

    @Test
    void bucketInDeepDebtAnswersWithTheLongestDelayInsteadOfOverflowing() {
        var bucket = new TokenBucket(Duration.ofDays(365), 1, Long.MAX_VALUE - 5);
        assertThat(bucket.permit(0, 7).delay()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE - 7));
    }

    @Test
    void bothLimitsAreChargedAndTheLongerDelayCounts() {
        RateLimiter both = RateLimiter.backoff(Backoff.doubling(FIVE_MS, CAP)).and(TokenBucket.perSecond(10, 2));

        assertThat(both.permit(0, 0).delay()).isEqualTo(FIVE_MS);
        assertThat(delaysInMillis(both, 4, 0)).containsExactly(5L, 5L, 100L, 200L);
        assertThat(both.permit(7, 0).delay()).isEqualTo(Duration.ofMillis(640));
    }

    @Test
    void aLimiterIsAValueSoAskingItDoesNotChangeIt() {
        RateLimiter standard = RateLimiter.standard();
        var unused = standard.permit(3, 9);

        assertThat(unused.next()).isNotEqualTo(standard);
        assertThat(standard).isEqualTo(RateLimiter.standard());
        assertThat(standard.permit(3, 9)).isEqualTo(unused);
    }

    @Test
    void impossibleLimitsAreRefused() {
        assertThatThrownBy(() -> TokenBucket.perSecond(0, 1)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> TokenBucket.perSecond(Double.NaN, 1)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> TokenBucket.perSecond(10, 0)).hasMessageContaining("burst >= 1");
        assertThatThrownBy(() -> TokenBucket.perSecond(1e-9, 100)).hasMessageContaining("292 years");
    }

    private static List<Long> delaysInMillis(RateLimiter limiter, int permits, long now) {
        List<Long> delays = new ArrayList<>();
        RateLimiter current = limiter;
        for (int i = 0; i < permits; i++) {
            var permit = current.permit(0, now);
            delays.add(permit.delay().toMillis());
            current = permit.next();
        }
        return delays;
    }
}
