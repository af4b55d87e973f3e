package io.livekube.agent;

import io.livekube.agent.tasks.TaskCount;
import io.livekube.agent.uplink.PushStats;
import io.livekube.protocol.KindState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How an agent is doing: counters since it started, and how things stand.
///
/// @param onSince when the hub turned sync on; empty while it is off
/// @param changes changes of objects seen
/// @param pushed what was sent
/// @param lastLook when its uplink last looked for something to push
/// @param lastPoll when the hub last answered a request for tasks
/// @param tasks how many were done, by type
/// @param kinds what is followed now
/// @param deadKinds those whose reflector ended by a defect: what is held of them no longer changes
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
    /// @param cause what is wrong; empty if nothing is
    public record Kind(String resource, KindState state, int objects, String cause) {}

    public boolean on() {
        return onSince.isPresent();
    }
}
