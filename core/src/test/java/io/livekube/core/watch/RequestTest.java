package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
}
