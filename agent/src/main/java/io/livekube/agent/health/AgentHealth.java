package io.livekube.agent.health;

import io.livekube.agent.AgentStats;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Liveness and readiness of an agent.
///
/// Liveness fails only for problems that a restart can solve: a thread that has ended or is stuck. An
/// unreachable hub or API server is not one.
public final class AgentHealth {
    /// The uplink checks for changes every second, or waits for one answer.
    private static final Duration STUCK = Duration.ofMinutes(2);

    private AgentHealth() {}

    /// Problems that will not go away by themselves; empty if healthy.
    public static List<String> problems(AgentStats stats, Instant now) {
        List<String> problems = new ArrayList<>();
        stats.deadKinds().forEach(kind -> problems.add("%s: reflector stopped because of a bug".formatted(kind)));
        stats.onSince()
                .map(since ->
                        stats.lastLook().filter(look -> look.isAfter(since)).orElse(since))
                .map(last -> Duration.between(last, now))
                .filter(idle -> idle.compareTo(STUCK) > 0)
                .ifPresent(idle -> problems.add("uplink stuck: no progress for %d s".formatted(idle.toSeconds())));
        return problems;
    }

    /// Conditions that the agent waits for; empty if it is ready.
    public static List<String> waitingFor(AgentStats stats, Instant now) {
        if (stats.lastPoll().isEmpty()) {
            return List.of("the hub has not answered yet");
        }
        Duration silent = Duration.between(stats.lastPoll().get(), now);
        if (silent.compareTo(STUCK) > 0) {
            return List.of("the hub has not answered for %d s".formatted(silent.toSeconds()));
        }
        long warming = stats.kinds().stream()
                .filter(kind -> kind.state() == KindState.SYNCING)
                .count();
        return warming == 0
                ? List.of()
                : List.of("warming up: %d of %d kinds are syncing"
                        .formatted(warming, stats.kinds().size()));
    }
}
