package io.livekube.hub.cluster;

import java.time.Instant;
import java.util.Locale;

/// Event in the recent history of a cluster.
///
/// @param text what happened, in one sentence or less
public record ClusterEvent(Instant at, Type type, String text) {
    public enum Type {
        /// Sync was turned on or off.
        SWITCHED,
        /// Mode or kinds were set.
        SET,
        /// Its agent opened a session.
        SESSION,
        /// A batch did not follow the last one.
        GAP,
        /// A batch did not lead to the digests that it gave.
        MISMATCH,
        /// Some of a kind's objects were sent again.
        REPAIR,
        /// Too many resyncs: the agent had to pause.
        BACKOFF,
        /// A batch was refused.
        REFUSED,
        /// A resync was requested.
        RESYNC,
        /// The objects of a cluster that is off were released.
        FORGOTTEN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
