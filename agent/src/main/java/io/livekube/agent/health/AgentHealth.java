package io.livekube.agent.health;

import io.livekube.agent.AgentStats;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Judges how an agent is doing.
///
/// What a restart can mend makes it not alive: a thread that ended or does not go on. What it can't mend,
/// such as a hub or an API server that is away, does not.
public final class AgentHealth {
    /// The uplink looks around every second, or waits for one answer.
    private static final Duration STUCK = Duration.ofMinutes(2);

    private AgentHealth() {}

    /// What will never go on by itself, in plain words; empty if everything does.
    public static List<String> problems(AgentStats stats, Instant now) {
        List<String> problems = new ArrayList<>();
        stats.deadKinds().forEach(kind -> problems.add("%s: its reflector has ended by a defect".formatted(kind)));
        stats.onSince()
                .map(since ->
                        stats.lastLook().filter(look -> look.isAfter(since)).orElse(since))
                .map(last -> Duration.between(last, now))
                .filter(idle -> idle.compareTo(STUCK) > 0)
                .ifPresent(idle ->
                        problems.add("the uplink is stuck: it did nothing for %d s".formatted(idle.toSeconds())));
        return problems;
    }

    /// What the agent waits for; empty if it does what its hub wants.
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
                : List.of("warming: %d of %d kinds are on their way"
                        .formatted(warming, stats.kinds().size()));
    }
}
