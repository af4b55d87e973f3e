package io.livekube.hub.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FanOutPaceTest {
    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000_000;

    private final FanOutPace pace = new FanOutPace(0);

    @Test
    void firstEventIsSentImmediately() {
        assertThat(pace.pause(0)).isZero();
    }

    @Test
    void fewSubscribersAreNeverDelayed() {
        pace.round(0, 100 * MICROSECOND, 1);

        assertThat(pace.pause(100 * MICROSECOND)).isZero();
    }

    @Test
    void roundsOfManySubscribersTakeAnEighthOfTheTime() {
        pace.round(0, 2 * MILLISECOND, 1);

        assertThat(pace.pause(2 * MILLISECOND)).isEqualTo(14 * MILLISECOND);
        assertThat(pace.pause(10 * MILLISECOND)).isEqualTo(6 * MILLISECOND);
    }

    @Test
    void severalLoopsTogetherTakeNoLargerShare() {
        pace.round(0, MILLISECOND, 2); // each has half of the subscribers

        assertThat(pace.pause(MILLISECOND)).isEqualTo(15 * MILLISECOND);
    }

    @Test
    void eventAfterAQuietPeriodIsSentImmediately() {
        pace.round(0, 2 * MILLISECOND, 1);

        assertThat(pace.pause(16 * MILLISECOND)).isZero();
        assertThat(pace.pause(Duration.ofHours(1).toNanos())).isZero();
    }

    @Test
    void noSubscriberWaitsLongerThanTheMaximum() {
        pace.round(0, 10 * MILLISECOND, 1);

        assertThat(pace.pause(10 * MILLISECOND)).isEqualTo(FanOutPace.MOST.toNanos() - 10 * MILLISECOND);
    }

    @Test
    void roundLongerThanTheMaximumIsFollowedImmediately() {
        pace.round(0, 50 * MILLISECOND, 1);

        assertThat(pace.pause(50 * MILLISECOND)).isZero();
    }

    @Test
    void clockMayOverflow() {
        var late = new FanOutPace(Long.MAX_VALUE - MILLISECOND);
        late.round(Long.MAX_VALUE - MILLISECOND, Long.MIN_VALUE + MILLISECOND, 1);

        assertThat(late.pause(Long.MIN_VALUE + MILLISECOND)).isBetween(14 * MILLISECOND, 15 * MILLISECOND);
    }
}
