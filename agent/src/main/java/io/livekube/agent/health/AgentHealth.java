package io.livekube.agent.health;

import io.livekube.agent.AgentStats;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Liveness and readiness of an agent.
///
/// Only what a restart can repair makes it fail liveness: a thread that has ended or is stuck. An unreachable
/// hub or API server does not.
public final class AgentHealth {
    /// The uplink looks for changes every second, or waits for one answer.
    private static final Duration STUCK = Duration.ofMinutes(2);

    private AgentHealth() {}

    /// What will not recover by itself, in plain words; empty if healthy.
    public static List<String> problems(AgentStats stats, Instant now) {
        List<String> problems = new ArrayList<>();
        stats.deadKinds().forEach(kind -> problems.add("%s: reflector ended because of a defect".formatted(kind)));
        stats.onSince()
                .map(since ->
                        stats.lastLook().filter(look -> look.isAfter(since)).orElse(since))
                .map(last -> Duration.between(last, now))
                .filter(idle -> idle.compareTo(STUCK) > 0)
                .ifPresent(idle -> problems.add("uplink stuck: no progress for %d s".formatted(idle.toSeconds())));
        return problems;
    }

    /// What the agent waits for; empty if it is ready.
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
