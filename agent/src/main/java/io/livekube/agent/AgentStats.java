package io.livekube.agent;

import io.livekube.agent.tasks.TaskCount;
import io.livekube.agent.uplink.PushStats;
import io.livekube.protocol.KindState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Statistics of an agent: counters since it started, and its current state.
///
/// @param onSince when the hub turned sync on; empty while it is off
/// @param changes changes of objects seen
/// @param pushed counters of what was sent
/// @param lastLook when the uplink last checked for changes to send
/// @param lastPoll when the hub last answered a poll for tasks
/// @param tasks counters per type of task
/// @param kinds the kinds that are followed
/// @param deadKinds kinds whose reflector stopped because of a bug: their state is no longer updated
public record AgentStats(
        Optional<Instant> onSince,
        long changes,
        PushStats pushed,
        Optional<Instant> lastLook,
        Optional<Instant> lastPoll,
        Map<String, TaskCount> tasks,
        List<Kind> kinds,
        List<String> deadKinds) {
    public AgentStats {
        tasks = Map.copyOf(tasks);
        kinds = List.copyOf(kinds);
        deadKinds = List.copyOf(deadKinds);
    }

    /// One kind that is followed.
    ///
    /// @param resource as `pods` or `deployments.apps`
    /// @param cause description of the problem; empty if there is none
    public record Kind(String resource, KindState state, int objects, String cause) {}

    public boolean on() {
        return onSince.isPresent();
    }
}
