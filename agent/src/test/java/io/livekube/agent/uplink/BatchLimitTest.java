package io.livekube.agent.uplink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BatchLimitTest {
    private final BatchLimit limit = new BatchLimit();

    @Test
    void sizeThatIsRefusedIsNeverTriedAgain() {
        limit.refused(800_000);
        assertThat(limit.bytes()).isEqualTo(600_000);
        for (int i = 0; i < 1_000; i++) {
            limit.answered();
        }
        assertThat(limit.bytes()).isEqualTo(600_000);
    }

    @Test
    void batchesShrinkOnASlowLinkUntilTheyPassAndGrowBack() {
        assertThat(limit.tooSlow(700_000)).as("it may have been an accident").isFalse();
        assertThat(limit.tooSlow(700_000)).isTrue();
        assertThat(limit.bytes()).isEqualTo(350_000);
        while (limit.bytes() > 16 * 1024) {
            limit.tooSlow(limit.bytes());
        }
        assertThat(limit.tooSlow(16 * 1024))
                .as("smaller than that is not the size's fault")
                .isFalse();
        for (int i = 0; i < 200; i++) {
            limit.answered();
        }
        assertThat(limit.bytes()).isEqualTo(BatchLimit.USUAL);
    }
}
