package io.livekube.hub.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TellingPaceTest {
    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000_000;

    private final TellingPace pace = new TellingPace(0);

    @Test
    void theFirstEventIsToldAtOnce() {
        assertThat(pace.pause(0)).isZero();
    }

    @Test
    void fewWatchersAreNeverKeptWaiting() {
        pace.told(0, 100 * MICROSECOND);

        assertThat(pace.pause(100 * MICROSECOND)).isZero();
    }

    @Test
    void manyAreToldForAnEighthOfTheTime() {
        pace.told(0, 2 * MILLISECOND);

        assertThat(pace.pause(2 * MILLISECOND)).isEqualTo(14 * MILLISECOND);
        assertThat(pace.pause(10 * MILLISECOND)).isEqualTo(6 * MILLISECOND);
    }

    @Test
    void whoeverWasSilentForAWhileIsToldAtOnce() {
        pace.told(0, 2 * MILLISECOND);

        assertThat(pace.pause(16 * MILLISECOND)).isZero();
        assertThat(pace.pause(Duration.ofHours(1).toNanos())).isZero();
    }

    @Test
    void nobodyWaitsForLongerThanTheMost() {
        pace.told(0, 10 * MILLISECOND);

        assertThat(pace.pause(10 * MILLISECOND)).isEqualTo(TellingPace.MOST.toNanos() - 10 * MILLISECOND);
    }

    @Test
    void whereTellingTakesLongerThanThatItGoesOnAtOnce() {
        pace.told(0, 50 * MILLISECOND);

        assertThat(pace.pause(50 * MILLISECOND)).isZero();
    }

    @Test
    void clocksMayStandAnywhereAndRunOver() {
        var late = new TellingPace(Long.MAX_VALUE - MILLISECOND);
        late.told(Long.MAX_VALUE - MILLISECOND, Long.MIN_VALUE + MILLISECOND);

        assertThat(late.pause(Long.MIN_VALUE + MILLISECOND)).isBetween(14 * MILLISECOND, 15 * MILLISECOND);
    }
}
