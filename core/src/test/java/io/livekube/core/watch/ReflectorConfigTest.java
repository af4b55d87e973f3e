package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.livekube.core.watch.ReflectorConfig.Pages;
import io.livekube.core.watch.ReflectorConfig.Watches;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReflectorConfigTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void invalidSettingsAreRefusedByName() {
        refused(() -> new Pages(0, 0), "got min 0 and size 0");
        refused(() -> new Pages(10, 20), "got min 20 and size 10");
        refused(
                () -> new Watches(Duration.ZERO, MINUTE, SECOND, SECOND, SECOND),
                "a watch's timeoutMin must be positive");
        refused(
                () -> new Watches(MINUTE, SECOND, SECOND, SECOND, SECOND),
                "timeoutMax PT1S is shorter than timeoutMin PT1M");
        refused(() -> new Watches(SECOND, MINUTE, Duration.ZERO, SECOND, SECOND), "a watch's grace must be positive");
        refused(() -> new Watches(SECOND, MINUTE, SECOND, SECOND.negated(), SECOND), "a watch's silence must be");
        refused(() -> new Watches(SECOND, MINUTE, SECOND, SECOND, Duration.ZERO), "a watch's initialSilence must be");
    }

    @Test
    void pagesMayBeSmallerThanHalvingWouldMakeThem() {
        assertThat(ReflectorConfig.defaults().withPageSize(3).pages()).isEqualTo(new Pages(3, 3));
    }

    private static void refused(Runnable settings, String why) {
        assertThatIllegalArgumentException().isThrownBy(settings::run).withMessageContaining(why);
    }
}
