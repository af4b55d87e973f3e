package io.livekube.hub.read;

import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.mirror.ClusterMirror;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Where an answer comes from, and how much it can be trusted to be the present.
///
/// @param contact the last batch of the cluster that may be in it; empty before the first
/// @param cause what is wrong with it, in plain words; empty if nothing is
public record Provenance(Freshness freshness, Source source, Optional<ClusterMirror.Contact> contact, String cause) {
    /// Who gave it, in words as headers say it.
    public enum Source {
        /// The hub, of what it was told.
        MIRROR,
        /// The API server, by way of the agent.
        FETCH;

        private final String word = name().toLowerCase(Locale.ROOT);

        @Override
        public String toString() {
            return word;
        }
    }

    /// The same some time later.
    Provenance later(Duration passed) {
        Freshness aged = freshness.older(passed);
        return new Provenance(aged, source, contact, cause);
    }

    Provenance because(String why) {
        return new Provenance(freshness, source, contact, cause.isEmpty() ? why : cause + "; " + why);
    }
}
