package io.livekube.hub.read;

import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Retains the states that pages were cut from, for the pages that follow, and fetched states, for the watches
/// that start from them.
///
/// A state of the mirror costs only what has changed since; a fetched one may not share anything and is counted
/// in bytes. Thread-safe.
final class RetainedStates {
    private record Kind(Cluster cluster, Resource resource) {}

    /// @param clusterUid UID of the cluster, if the agent had reported it; another cluster may later have the
    /// same name
    /// @param namespace namespace whose objects the state contains; empty for the whole kind
    private record State(String clusterUid, String namespace, ReadResult read) {
        boolean covers(Cluster cluster, String wanted, long version) {
            return read.version() == version
                    && (namespace.isEmpty() || namespace.equals(wanted))
                    && (clusterUid.isEmpty() || clusterUid.equals(uid(cluster)));
        }

        boolean isSame(State other) {
            return namespace.equals(other.namespace) && read.version() == other.read.version();
        }
    }

    private final PageRetention<Kind, State> states;

    RetainedStates(ListConfig config) {
        this.states = new PageRetention<>(
                new PageRetention.Limits(config.keep(), config.keptPerKind(), config.kept(), config.fetchedBytes()));
    }

    /// Retains a state for the configured time.
    void keep(Cluster cluster, ReadTarget target, ReadResult read, Instant now) {
        boolean fetched = read.provenance().source() == Provenance.Source.FETCH;
        var state = new State(uid(cluster), fetched ? target.namespace() : "", read);
        long bytes = fetched ? read.state().footprint().totalBytes() : 0;
        states.keep(new Kind(cluster, target.resource()), state, bytes, state::isSame, now);
    }

    /// Finds the state of a version that includes everything in a list, with its current age.
    Optional<ReadResult> find(Cluster cluster, ReadTarget target, long version, Instant now) {
        return states.find(
                        new Kind(cluster, target.resource()),
                        state -> state.covers(cluster, target.namespace(), version),
                        now)
                .map(found -> found.content().read().later(Duration.between(found.at(), now)));
    }

    private static String uid(Cluster cluster) {
        return cluster.mirror().agent().map(Part.Hello::clusterUid).orElse("");
    }

    /// Number of retained states.
    int size() {
        return states.size();
    }

    /// Evicts expired states.
    void expire(Instant now) {
        states.expire(now);
    }
}
