package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PageSizeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration QUICK = Duration.ofMillis(7_500);
    private static final Duration SLOW = Duration.ofMillis(7_501);

    private final PageSize size = new PageSize(new ReflectorConfig.Pages(500, 25));

    @Test
    void pageSizeHalvesToTheMinimumAndDoublesToTheMaximum() {
        int[] down = {250, 125, 62, 31, 25};
        for (int objects : down) {
            assertThat(size.timedOut(TIMEOUT)).isTrue();
            assertThat(size.objects()).isEqualTo(objects);
        }
        assertThat(size.timedOut(TIMEOUT)).isFalse();
        int[] up = {50, 100, 200, 400, 500, 500};
        for (int objects : up) {
            quickPages(4);
            assertThat(size.objects()).isEqualTo(objects);
        }
    }

    @Test
    void quickPagesCountOnlyInARow() {
        size.timedOut(TIMEOUT);
        for (int i = 0; i < 10; i++) {
            quickPages(3);
            size.came(SLOW);
        }
        assertThat(size.objects()).isEqualTo(250);
        quickPages(4);
        assertThat(size.objects()).isEqualTo(500);
    }

    @Test
    void whereGrowingFailsItIsTriedEverMoreSeldomUntilItHolds() {
        size.timedOut(TIMEOUT);
        for (int wanted = 4; wanted <= 256; wanted *= 2) {
            quickPages(wanted - 1);
            assertThat(size.objects()).isEqualTo(250);
            quickPages(1);
            assertThat(size.objects()).isEqualTo(500);
            size.timedOut(TIMEOUT);
        }
        quickPages(255);
        assertThat(size.objects()).isEqualTo(250);
        quickPages(1);
        assertThat(size.objects()).isEqualTo(500);
        quickPages(256 + 128 + 64 + 32 + 16 + 8);
        size.timedOut(TIMEOUT);
        quickPages(4);
        assertThat(size.objects()).isEqualTo(500);
    }

    private void quickPages(int count) {
        for (int i = 0; i < count; i++) {
            size.came(QUICK);
        }
    }
}
