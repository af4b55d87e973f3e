package io.livekube.agent.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.agent.AgentStats;
import io.livekube.agent.uplink.PushStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What makes an agent unhealthy, and what does not.
class AgentHealthTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static AgentStats stats(Optional<Instant> onSince, Optional<Instant> lastLook, List<String> dead) {
        return new AgentStats(
                onSince, 0, PushStats.NONE, lastLook, Optional.of(NOW.minusSeconds(3)), Map.of(), List.of(), dead);
    }

    @Test
    void anAgentThatIsOffIsHealthyHoweverLongItDoesNothing() {
        assertThat(AgentHealth.problems(stats(Optional.empty(), Optional.empty(), List.of()), NOW))
                .isEmpty();
    }

    @Test
    void anAgentThatLooksAroundIsHealthy() {
        var busy = stats(Optional.of(NOW.minusSeconds(3_600)), Optional.of(NOW.minusSeconds(1)), List.of());
        assertThat(AgentHealth.problems(busy, NOW)).isEmpty();
    }

    @Test
    void anUplinkThatDoesNotGoOnIsStuck() {
        var stuck = stats(Optional.of(NOW.minusSeconds(3_600)), Optional.of(NOW.minusSeconds(200)), List.of());
        assertThat(AgentHealth.problems(stuck, NOW)).containsExactly("uplink stuck: no progress for 200 s");
    }

    @Test
    void anUplinkThatWasJustTurnedOnIsNotStuckForHavingBeenOffBefore() {
        var fresh = stats(Optional.of(NOW.minusSeconds(5)), Optional.of(NOW.minusSeconds(3_600)), List.of());
        assertThat(AgentHealth.problems(fresh, NOW)).isEmpty();
    }

    @Test
    void aDeadReflectorIsNamed() {
        var dead = stats(Optional.of(NOW.minusSeconds(60)), Optional.of(NOW.minusSeconds(1)), List.of("pods"));
        assertThat(AgentHealth.problems(dead, NOW)).containsExactly("pods: reflector stopped because of a bug");
    }

    @Test
    void anAgentIsReadyOnceItsHubHasAnsweredAndNotWhileItIsSilent() {
        AgentStats off = stats(Optional.empty(), Optional.empty(), List.of());
        assertThat(AgentHealth.waitingFor(off, NOW)).isEmpty();
        assertThat(AgentHealth.waitingFor(off, NOW.plusSeconds(300)))
                .containsExactly("the hub has not answered for 303 s");
    }
}
