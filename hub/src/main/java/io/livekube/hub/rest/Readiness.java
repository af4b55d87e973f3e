package io.livekube.hub.rest;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Checks whether the hub is ready for readers: after a restart, it is not until it holds again what it held
/// before.
///
/// Active agents reconnect within seconds and send what is missing. The wait is bounded: agents may be able to
/// reach the hub only once it is ready, and meanwhile it can answer reads with fetches.
public final class Readiness {
    /// Agents retry at least this often; see the agent's `maxRetry`.
    private static final Duration UNTIL_AGENTS_ARE_BACK = Duration.ofSeconds(8);

    private final Clusters clusters;
    private final InstantSource clock;
    private final Instant started;
    private final Duration longest;

    /// @param longest time after which the hub is ready, regardless of what is missing
    public Readiness(Clusters clusters, InstantSource clock, Duration longest) {
        this.clusters = clusters;
        this.clock = clock;
        this.started = clock.instant();
        this.longest = longest;
    }

    /// What the hub is waiting for; empty if it is ready.
    public Optional<String> warming() {
        Duration up = Duration.between(started, clock.instant());
        if (up.compareTo(longest) >= 0) {
            return Optional.empty();
        }
        List<Cluster> on = clusters.all().stream()
                .filter(cluster -> cluster.activation().on())
                .toList();
        long warm = on.stream().filter(Readiness::warm).count();
        if (on.isEmpty() && up.compareTo(UNTIL_AGENTS_ARE_BACK) < 0) {
            return Optional.of("warming up: waiting for agents to reconnect");
        }
        return warm == on.size()
                ? Optional.empty()
                : Optional.of("warming up: %d of %d clusters are synced".formatted(warm, on.size()));
    }

    /// Whether everything has arrived that can; a kind that is forbidden or not served never does.
    private static boolean warm(Cluster cluster) {
        List<KindMirror> kinds = cluster.mirror().kinds();
        return !kinds.isEmpty() && kinds.stream().allMatch(Readiness::settled);
    }

    private static boolean settled(KindMirror kind) {
        KindState state = kind.status().state();
        return kind.synced() || state == KindState.DENIED || state == KindState.NOT_SERVED;
    }
}
