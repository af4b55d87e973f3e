package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.Provenance.Source;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Creates the errors of reads, including the cause and the progress of the first sync.
record ReadFailures(InstantSource clock) {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    /// Error for a kind that the agent reported it may not read.
    ReadFailedException forbidden(Cluster cluster, ReadTarget target, KindMirror kind) {
        return known(
                403,
                cluster,
                target,
                "The agent of cluster %s is not allowed to read %s%s."
                        .formatted(
                                cluster.id(),
                                target.resource(),
                                behindColon(kind.status().cause())));
    }

    /// Error for a kind that the agent reported does not exist.
    ReadFailedException notServed(Cluster cluster, ReadTarget target, KindMirror kind) {
        return known(
                404,
                cluster,
                target,
                "Cluster %s does not serve %s%s."
                        .formatted(
                                cluster.id(),
                                target.resource(),
                                behindColon(kind.status().cause())));
    }

    /// Rejects a namespace for cluster-scoped kinds, and a name without namespace for namespaced ones.
    Optional<ReadFailedException> misplaced(Cluster cluster, ReadTarget target, Part.Kind kind) {
        if (!kind.namespaced() && !target.namespace().isEmpty()) {
            return Optional.of(
                    known(404, cluster, target, target.resource() + " are cluster-scoped: omit the namespace."));
        }
        if (kind.namespaced() && target.single() && target.namespace().isEmpty()) {
            return Optional.of(known(
                    404,
                    cluster,
                    target,
                    "%s are namespaced: \"%s\" not found without a namespace."
                            .formatted(target.resource(), target.name())));
        }
        return Optional.empty();
    }

    /// Error for a read that the API server rejected.
    ReadFailedException refused(Cluster cluster, ReadTarget target, TaskFailedException failure) {
        // The age is unknown, but bounded by how long failures are cached.
        var fresh = new Freshness(Freshness.State.FRESH, Optional.empty());
        return new ReadFailedException(
                failure.status(),
                Optional.empty(),
                new Provenance(fresh, Source.FETCH, cluster.mirror().contact(), ""),
                "%s of cluster %s: %s"
                        .formatted(
                                target.single()
                                        ? "%s \"%s\"".formatted(target.resource(), target.name())
                                        : target.resource(),
                                cluster.id(),
                                failure.reason()));
    }

    /// Error for a kind that was never completely synced, when fetching failed too.
    ReadFailedException notSynced(Cluster cluster, ReadTarget target, TaskFailedException failure) {
        Optional<KindMirror> kind = cluster.mirror().kind(target.resource());
        if (kind.isEmpty() && unannounced(cluster, target)) {
            return known(
                    404,
                    cluster,
                    target,
                    "The agent of cluster %s does not follow %s.".formatted(cluster.id(), target.resource()));
        }
        List<String> state = new ArrayList<>();
        kind.ifPresent(known -> {
            state.add("%,d objects so far".formatted(known.status().objects()));
            if (!known.status().cause().isEmpty()) {
                state.add(known.status().cause());
            }
        });
        return new ReadFailedException(
                503,
                Optional.of(RETRY_AFTER),
                provenance(cluster, target, notFetched(failure)),
                "%s of cluster %s are not synced yet%s; fetching failed: %s."
                        .formatted(
                                target.resource(),
                                cluster.id(),
                                behindColon(String.join(", ", state)),
                                failure.reason()));
    }

    /// Whether the agent, which announces every kind it follows, has not announced this one since sync was
    /// turned on.
    private static boolean unannounced(Cluster cluster, ReadTarget target) {
        return cluster.activation().wants(target.resource())
                && FallbackFetch.known(cluster, target.resource()).isEmpty()
                && !cluster.mirror().kinds().isEmpty()
                && cluster.mirror()
                        .contact()
                        .filter(last -> last.at().isAfter(cluster.activation().since()))
                        .isPresent();
    }

    /// Error for a strict read that could not get the current state.
    ReadFailedException notPresent(Cluster cluster, ReadTarget target, TaskFailedException failure) {
        return new ReadFailedException(
                504,
                Optional.of(RETRY_AFTER),
                provenance(cluster, target, notFetched(failure)),
                "The current state of %s of cluster %s is not available: %s."
                        .formatted(target.resource(), cluster.id(), failure.reason()));
    }

    /// The reason why only the last known state is available.
    static String notFetched(TaskFailedException failure) {
        return "fetching failed: " + failure.reason();
    }

    private ReadFailedException known(int status, Cluster cluster, ReadTarget target, String sentence) {
        return new ReadFailedException(status, Optional.empty(), provenance(cluster, target, ""), sentence);
    }

    private Provenance provenance(Cluster cluster, ReadTarget target, String cause) {
        Freshness freshness = KindFreshness.of(cluster, target.resource(), clock.instant());
        return Provenance.ofMirror(cluster, freshness, cause);
    }

    private static String behindColon(String text) {
        return text.isEmpty() ? "" : ": " + text;
    }
}
