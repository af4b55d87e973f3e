package io.livekube.agent.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentTaskIdsTest {
    @Test
    void onlyTheLatestAreRemembered() {
        var seen = new RecentTaskIds(2);
        seen.add("a");
        seen.add("b");
        seen.add("b");
        assertThat(seen.contains("a")).isTrue();
        seen.add("c");
        assertThat(seen.contains("a")).isFalse();
        assertThat(seen.contains("b")).isTrue();
        assertThat(seen.contains("c")).isTrue();
    }
}
