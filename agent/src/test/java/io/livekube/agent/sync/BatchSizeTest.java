package io.livekube.agent.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BatchSizeTest {
    private final BatchSize size = new BatchSize(768 * 1024, 20_000);

    @Test
    void sizeThatIsRefusedIsNeverTriedAgain() {
        size.refused(800_000);
        assertThat(size.bodyBytes()).isEqualTo(600_000);
        for (int i = 0; i < 1_000; i++) {
            size.answered();
        }
        assertThat(size.bodyBytes()).isEqualTo(600_000);
    }

    @Test
    void batchesShrinkOnASlowLinkUntilTheyPassAndGrowBack() {
        assertThat(size.timedOut(700_000)).as("it may have been an accident").isFalse();
        assertThat(size.timedOut(700_000)).isTrue();
        assertThat(size.bodyBytes()).isEqualTo(350_000);
        while (size.bodyBytes() > 16 * 1024) {
            size.timedOut(size.bodyBytes());
        }
        assertThat(size.timedOut(16 * 1024))
                .as("smaller than that is not the size's fault")
                .isFalse();
        for (int i = 0; i < 200; i++) {
            size.answered();
        }
        assertThat(size.bodyBytes()).isEqualTo(BatchSize.DEFAULT_BODY_BYTES);
    }

    @Test
    void batchThatIsTooLargeIsHalvedUntilItIsDoneWith() {
        assertThat(size.shrink()).isTrue();
        assertThat(size.bytes()).isEqualTo(384 * 1024);
        assertThat(size.objects()).isEqualTo(10_000);
        while (size.shrink()) {
            assertThat(size.objects()).isPositive();
        }
        assertThat(size.bytes()).isEqualTo(1024);
        size.reset();
        assertThat(size.bytes()).isEqualTo(768 * 1024);
        assertThat(size.objects()).isEqualTo(20_000);
    }
}
