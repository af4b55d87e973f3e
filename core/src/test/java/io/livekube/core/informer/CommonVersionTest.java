package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.informer.CommonVersion.Part;
import org.junit.jupiter.api.Test;

class CommonVersionTest {
    private final CommonVersion version = new CommonVersion();
    private final Part a = version.join();
    private final Part b = version.join();
    private final Part c = version.join();

    @Test
    void nothingIsReachedBeforeAllHaveReachedIt() {
        assertThat(a.restart(10, false)).isFalse();
        assertThat(b.restart(12, false)).isFalse();
        assertThat(a.common()).isZero();
        assertThat(c.restart(11, false)).isFalse();
        assertThat(a.common()).isEqualTo(10);
        a.reach(15);
        assertThat(c.common()).isEqualTo(11);
        c.reach(5);
        assertThat(c.common()).as("a duplicate").isEqualTo(11);
    }

    @Test
    void eventsFromAWatchOfTheOldHistoryDoNotCount() {
        allReach(200);
        assertThat(a.restart(50, true)).isTrue();
        b.reach(201);
        c.reach(40);
        assertThat(a.common()).isZero();
        b.restart(52, true);
        c.restart(210, false);
        assertThat(a.common()).isEqualTo(50);
        a.reach(60);
        b.reach(55);
        assertThat(a.common()).isEqualTo(55);
    }

    @Test
    void allReflectorsThatNoticeOneRestoreShareItsEpoch() {
        allReach(200);
        assertThat(a.restart(50, true)).isTrue();
        assertThat(b.restart(55, true)).isFalse();
        a.reach(70);
        assertThat(c.restart(60, true)).isFalse();
        assertThat(c.common()).isEqualTo(55);
    }

    @Test
    void aSecondRestoreBeginsAnotherCounting() {
        allReach(200);
        a.restart(50, true);
        b.restart(55, true);
        assertThat(b.restart(30, true))
                .as("while another has not noticed the first")
                .isTrue();
        assertThat(a.common()).isZero();
        assertThat(a.restart(31, true)).isFalse();
        assertThat(c.restart(32, true)).isFalse();
        assertThat(a.common()).isEqualTo(30);
        assertThat(c.restart(20, false)).as("whoever says so").isTrue();
        assertThat(a.common()).isZero();
    }

    private void allReach(long reached) {
        a.restart(reached, false);
        b.restart(reached, false);
        c.restart(reached, false);
        assertThat(a.common()).isEqualTo(reached);
    }
}
