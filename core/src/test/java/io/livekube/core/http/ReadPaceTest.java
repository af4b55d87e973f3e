package io.livekube.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadPaceTest {
    private long now;
    private final ReadPace pace = new ReadPace(now);

    @Test
    void aStreamOfTwoHundredASecondNeverWaits() {
        assertThat(longestPause(200, Duration.ofSeconds(3))).isZero();
    }

    @Test
    void aBusyStreamIsReadEveryTenMilliseconds() {
        var _ = longestPause(500, Duration.ofSeconds(1));
        int reads = 0;
        long end = now + Duration.ofSeconds(1).toNanos();
        while (now < end) {
            now += Math.max(pace.pause(now), Duration.ofNanos(100_000).toNanos());
            read(5);
            reads++;
        }
        assertThat(reads).isBetween(90, 105);
    }

    @Test
    void aStreamThatCalmsDownWaitsNoMore() {
        assertThat(longestPause(500, Duration.ofSeconds(1))).isPositive();
        var _ = longestPause(100, Duration.ofSeconds(1));
        assertThat(longestPause(100, Duration.ofSeconds(1))).isZero();
    }

    @Test
    void aReadAfterALongSilenceDoesNotWait() {
        assertThat(longestPause(500, Duration.ofSeconds(1))).isPositive();
        now += Duration.ofSeconds(5).toNanos();
        assertThat(pace.pause(now)).isZero();
    }

    @Test
    void aStreamWithUnreadDataDoesNotWait() {
        assertThat(longestPause(500, Duration.ofSeconds(1))).isPositive();
        pace.read(now, true);
        assertThat(pace.pause(now)).isZero();
        pace.read(now, false);
        assertThat(pace.pause(now)).isEqualTo(ReadPace.APART.toNanos());
    }

    private void read(int events) {
        pace.read(now, false);
        for (int i = 0; i < events; i++) {
            pace.event();
        }
    }

    /// Lets events arrive at regular intervals, and reads them at the given pace.
    private long longestPause(int eventsASecond, Duration time) {
        long gap = Duration.ofSeconds(1).toNanos() / eventsASecond;
        long longest = 0;
        long end = now + time.toNanos();
        long nextEvent = now + gap;
        while (now < end) {
            long pause = pace.pause(now);
            longest = Math.max(longest, pause);
            now = Math.max(now + pause, nextEvent);
            int events = 1 + (int) ((now - nextEvent) / gap);
            nextEvent += events * gap;
            read(events);
        }
        return longest;
    }
}
