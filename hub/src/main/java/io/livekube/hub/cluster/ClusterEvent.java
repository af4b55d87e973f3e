package io.livekube.hub.cluster;

import java.time.Instant;
import java.util.Locale;

/// An event in the recent history of a cluster.
///
/// @param text short description
public record ClusterEvent(Instant at, Type type, String text) {
    public enum Type {
        /// Sync was turned on or off.
        SWITCHED,
        /// The settings were changed.
        SET,
        /// The agent opened a session.
        SESSION,
        /// A batch was out of sequence.
        GAP,
        /// A batch did not result in the digests it declared.
        MISMATCH,
        /// Some of a kind's objects were requested again.
        REPAIR,
        /// Too many resyncs: the hub asked the agent to back off.
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
