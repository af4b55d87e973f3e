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

/// Says why a read has no answer, and how far it is to one.
final class ReadFailures {
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final InstantSource clock;

    ReadFailures(InstantSource clock) {
        this.clock = clock;
    }

    /// Its agent has said so before.
    ReadFailedException forbidden(Cluster cluster, ReadTarget target, KindMirror kind) {
        return known(
                403,
                cluster,
                target,
                "Cluster %s forbids its agent to read %s%s."
                        .formatted(
                                cluster.id(),
                                target.resource(),
                                behindColon(kind.status().cause())));
    }

    /// Its agent has said so before.
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

    /// Namespaced kinds have their objects in namespaces, others do not.
    Optional<ReadFailedException> misplaced(Cluster cluster, ReadTarget target, Part.Kind kind) {
        if (!kind.namespaced() && !target.namespace().isEmpty()) {
            return Optional.of(known(404, cluster, target, target.resource() + " are not in namespaces."));
        }
        if (kind.namespaced() && target.single() && target.namespace().isEmpty()) {
            return Optional.of(known(
                    404,
                    cluster,
                    target,
                    "%s are in namespaces: \"%s\" is not found without one."
                            .formatted(target.resource(), target.name())));
        }
        return Optional.empty();
    }

    /// The API server was asked, and has or gives no such thing.
    ReadFailedException refused(Cluster cluster, ReadTarget target, TaskFailedException said) {
        // How old that is was not kept; it is no older than any failure that is.
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

    /// Nothing was ever known, and can't be fetched.
    ReadFailedException notSynced(Cluster cluster, ReadTarget target, TaskFailedException said) {
        Optional<KindMirror> kind = cluster.mirror().kind(target.resource());
        if (kind.isEmpty() && unheardOf(cluster, target)) {
            return known(
                    404,
                    cluster,
                    target,
                    "Cluster %s has no %s that its agent follows.".formatted(cluster.id(), target.resource()));
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
                "The %s of cluster %s are not synced yet%s; they can't be fetched: %s."
                        .formatted(
                                target.resource(), cluster.id(), behindColon(String.join(", ", state)), said.reason()));
    }

    /// Whether the agent, which tells all that it follows, has not told of it since the cluster is on.
    private static boolean unheardOf(Cluster cluster, ReadTarget target) {
        return cluster.activation().wants(target.resource())
                && FallbackFetch.known(cluster, target.resource()).isEmpty()
                && !cluster.mirror().kinds().isEmpty()
                && cluster.mirror()
                        .contact()
                        .filter(last -> last.at().isAfter(cluster.activation().since()))
                        .isPresent();
    }

    /// Who wants the present can't have it.
    ReadFailedException notPresent(Cluster cluster, ReadTarget target, TaskFailedException said) {
        return new ReadFailedException(
                504,
                Optional.of(AGAIN),
                provenance(cluster, target, notFetched(said)),
                "The present state of %s of cluster %s can't be had: %s."
                        .formatted(target.resource(), cluster.id(), said.reason()));
    }

    /// Why the last known state is all there is.
    static String notFetched(TaskFailedException said) {
        return "it can't be fetched: " + said.reason();
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
