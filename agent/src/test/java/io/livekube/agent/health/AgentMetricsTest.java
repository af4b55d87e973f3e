package io.livekube.agent.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.agent.AgentStats;
import io.livekube.agent.tasks.TaskCount;
import io.livekube.agent.uplink.PushStats;
import io.livekube.protocol.KindState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentMetricsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private AgentStats stats = stats(Map.of(), List.of());

    private static AgentStats stats(Map<String, TaskCount> tasks, List<AgentStats.Kind> kinds) {
        return new AgentStats(
                kinds.isEmpty() ? Optional.empty() : Optional.of(NOW),
                0,
                PushStats.NONE,
                Optional.empty(),
                Optional.of(NOW),
                tasks,
                kinds,
                List.of());
    }

    @Test
    void everyScrapeShowsTheCurrentState() {
        try (var metrics = new AgentMetrics(() -> stats, List::of, InstantSource.fixed(NOW.plusSeconds(3)))) {
            assertThat(metrics.scrape())
                    .contains("livekube_agent_on 0.0", "livekube_agent_last_poll_age_seconds 3.0")
                    .doesNotContain("livekube_agent_tasks_total");
            stats = stats(
                    Map.of("Fetch", new TaskCount(1, 0)),
                    List.of(new AgentStats.Kind("pods", KindState.SYNCING, 7, "listing")));
            assertThat(metrics.scrape())
                    .contains(
                            "livekube_agent_on 1.0",
                            "livekube_agent_kind_objects{kind=\"pods\",state=\"syncing\"} 7.0",
                            "livekube_agent_tasks_total{outcome=\"done\",type=\"fetch\"} 1.0");
            stats = stats(Map.of("Fetch", new TaskCount(2, 1)), List.of());
            assertThat(metrics.scrape())
                    .contains(
                            "livekube_agent_on 0.0",
                            "livekube_agent_tasks_total{outcome=\"done\",type=\"fetch\"} 2.0",
                            "livekube_agent_tasks_total{outcome=\"failed\",type=\"fetch\"} 1.0")
                    .doesNotContain("kind=\"pods\"");
        }
    }
}
