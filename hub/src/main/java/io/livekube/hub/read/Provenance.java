package io.livekube.hub.read;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.mirror.ClusterMirror;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Source and freshness of a response.
///
/// @param contact last batch that may be included; empty before the first
/// @param cause what is wrong; empty if nothing is
public record Provenance(Freshness freshness, Source source, Optional<ClusterMirror.Contact> contact, String cause) {
    /// Source of the data, as named in the headers.
    public enum Source {
        /// The hub's mirror.
        MIRROR,
        /// The API server, through the agent.
        FETCH;

        private final String word = name().toLowerCase(Locale.ROOT);

        @Override
        public String toString() {
            return word;
        }
    }

    /// Of a cluster's mirror as it is now.
    public static Provenance ofMirror(Cluster cluster, Freshness freshness, String cause) {
        return new Provenance(freshness, Source.MIRROR, cluster.mirror().contact(), cause);
    }

    /// This provenance after some time has passed.
    Provenance later(Duration passed) {
        Freshness aged = freshness.older(passed);
        return new Provenance(aged, source, contact, cause);
    }

    Provenance because(String why) {
        return new Provenance(freshness, source, contact, cause.isEmpty() ? why : cause + "; " + why);
    }
}
