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

/// Builds the errors of reads, with the cause and the progress of the first sync.
final class ReadFailures {
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final InstantSource clock;

    ReadFailures(InstantSource clock) {
        this.clock = clock;
    }

    /// The agent has reported that it may not read the kind.
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

    /// The agent has reported that the kind does not exist.
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

    /// The API server was asked, and refused.
    ReadFailedException refused(Cluster cluster, ReadTarget target, TaskFailedException said) {
        // The age is unknown, but no greater than that of any cached failure.
        var fresh = new Freshness(Freshness.State.FRESH, Optional.empty());
        return new ReadFailedException(
                said.status(),
                Optional.empty(),
                new Provenance(fresh, Source.FETCH, cluster.mirror().contact(), ""),
                "%s of cluster %s: %s"
                        .formatted(
                                target.single()
                                        ? "%s \"%s\"".formatted(target.resource(), target.name())
                                        : target.resource(),
                                cluster.id(),
                                said.reason()));
    }

    /// No state was ever complete, and fetching failed.
    ReadFailedException notSynced(Cluster cluster, ReadTarget target, TaskFailedException said) {
        Optional<KindMirror> kind = cluster.mirror().kind(target.resource());
        if (kind.isEmpty() && unheardOf(cluster, target)) {
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
                Optional.of(AGAIN),
                provenance(cluster, target, notFetched(said)),
                "The %s of cluster %s are not synced yet%s; fetching failed: %s."
                        .formatted(
                                target.resource(), cluster.id(), behindColon(String.join(", ", state)), said.reason()));
    }

    /// Whether the agent, which announces everything it follows, has not announced the kind since sync was
    /// turned on.
    private static boolean unheardOf(Cluster cluster, ReadTarget target) {
        return cluster.activation().wants(target.resource())
                && FallbackFetch.known(cluster, target.resource()).isEmpty()
                && !cluster.mirror().kinds().isEmpty()
                && cluster.mirror()
                        .contact()
                        .filter(last -> last.at().isAfter(cluster.activation().since()))
                        .isPresent();
    }

    /// A strict read could not get the current state.
    ReadFailedException notPresent(Cluster cluster, ReadTarget target, TaskFailedException said) {
        return new ReadFailedException(
                504,
                Optional.of(AGAIN),
                provenance(cluster, target, notFetched(said)),
                "The current state of %s of cluster %s is not available: %s."
                        .formatted(target.resource(), cluster.id(), said.reason()));
    }

    /// Why only the last known state is available.
    static String notFetched(TaskFailedException said) {
        return "fetching failed: " + said.reason();
    }

    private ReadFailedException known(int status, Cluster cluster, ReadTarget target, String sentence) {
        return new ReadFailedException(status, Optional.empty(), provenance(cluster, target, ""), sentence);
    }

    private Provenance provenance(Cluster cluster, ReadTarget target, String cause) {
        return new Provenance(
                KindFreshness.of(cluster, target.resource(), clock.instant()),
                Source.MIRROR,
                cluster.mirror().contact(),
                cause);
    }

    private static String behindColon(String text) {
        return text.isEmpty() ? "" : ": " + text;
    }
}
