package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What requests look like on the wire, and how long to wait between them.
class RequestTest {
    @Test
    void aLimitNeverGoesWithAVersionThatCouldMeanExact() {
        assertThat(new ListRequest(ListTier.CACHED, 0, 500, "").query()).isEqualTo("limit=500&resourceVersion=0");
        assertThat(new ListRequest(ListTier.NOT_OLDER_THAN, -1, 500, "").query())
                .isEqualTo("limit=500&resourceVersion=18446744073709551615&resourceVersionMatch=NotOlderThan");
        assertThat(new ListRequest(ListTier.CURRENT, 7, 500, "").query()).isEqualTo("limit=500");
        assertThat(new ListRequest(ListTier.CURRENT_WHOLE, 7, 0, "").query()).isEmpty();
    }

    @Test
    void aContinuedPageRepeatsNeitherVersionNorMatch() {
        for (ListTier tier : ListTier.values()) {
            assertThat(new ListRequest(tier, 7, 500, "").next("a+/=&").query())
                    .isEqualTo("limit=500&continue=a%2B%2F%3D%26");
        }
    }

    @Test
    void aWatchResumesOrBegins() {
        assertThat(new WatchRequest(7, false, Duration.ofMinutes(5)).query())
                .isEqualTo("watch=true&allowWatchBookmarks=true&resourceVersion=7&timeoutSeconds=300");
        assertThat(new WatchRequest(0, true, Duration.ofMinutes(5)).query())
                .isEqualTo("watch=true&allowWatchBookmarks=true&sendInitialEvents=true"
                        + "&resourceVersionMatch=NotOlderThan&timeoutSeconds=300");
    }

    @Test
    void waitsDoubleWithinTheirJitterUpToTheCapAndStartOverAfterQuiet() {
        var backoff = new Backoff(ReflectorConfig.defaults().failures(), new Random(3));
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100; i++) {
                long whole = Math.min(30_000, 800L << Math.min(i, 20));
                assertThat(backoff.next(now).toMillis()).isBetween(whole / 2, whole);
                now = now.plusSeconds(100);
            }
            now = now.plusSeconds(100);
        }
        backoff.reset();
        assertThat(backoff.next(now)).isLessThanOrEqualTo(Duration.ofMillis(800));
    }
}
