package io.livekube.hub.cluster;

import java.time.Instant;
import java.util.Locale;

/// Something that happened to a cluster and that somebody may want to know of later.
///
/// @param text what, in one sentence or less
public record ClusterEvent(Instant at, Type type, String text) {
    /// What it is about.
    public enum Type {
        /// It was turned on or off.
        SWITCHED,
        /// Somebody set mode or kinds.
        SET,
        /// Its agent opened a session.
        SESSION,
        /// A batch does not follow the last one.
        GAP,
        /// A batch does not lead to the digests it gives.
        MISMATCH,
        /// Some of a kind's objects are sent again.
        REPAIR,
        /// Too many resyncs: the agent has to wait.
        BACKOFF,
        /// A batch can't be taken.
        REFUSED,
        /// Somebody asked for everything anew.
        RESYNC,
        /// What was held of it was let go.
        FORGOTTEN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
