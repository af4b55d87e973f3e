package io.livekube.hub.read;

import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Retains states that pages were cut from, for the pages behind them, and states that were fetched, for the
/// watches that start from them.
///
/// A state of the mirror costs what has changed since; one that was fetched may cost all of itself, and is
/// counted in bytes. For any number of threads.
final class RetainedStates {
    private record Kind(Cluster cluster, Resource resource) {}

    /// @param clusterUid of the cluster, if the agent had reported it; another cluster may get the same name
    /// @param namespace that the state has all objects of; empty for the whole kind
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

    /// Retains a state for as long as the configuration says from now on.
    void keep(Cluster cluster, ReadTarget target, ReadResult read, Instant now) {
        boolean fetched = read.provenance().source() == Provenance.Source.FETCH;
        var state = new State(uid(cluster), fetched ? target.namespace() : "", read);
        long bytes = fetched ? read.state().footprint().totalBytes() : 0;
        states.keep(new Kind(cluster, target.resource()), state, bytes, state::isSame, now);
    }

    /// The state of a version that has all of a list, as old as it is by now.
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

    /// How many are retained.
    int size() {
        return states.size();
    }

    /// Evicts what has been retained for long enough.
    void expire(Instant now) {
        states.expire(now);
    }
}
