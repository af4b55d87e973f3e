package io.livekube.core.informer;

import java.util.ArrayList;
import java.util.List;

/// Version of a cache that several reflectors feed, each for a namespace: the one that all of them have
/// reached, since the progress of one says nothing about the others.
///
/// In a namespace without changes, the server's bookmarks (about one per minute) advance the version. If
/// versions go back for one reflector, the others may still follow the old history, even if their watches
/// deliver events: there is no common version until each of them has been relisted.
///
/// All methods are called with the informer's lock held.
final class CommonVersion {
    private static final long UNKNOWN = 0;

    private final List<Part> parts = new ArrayList<>();

    /// Adds a reflector.
    Part join() {
        var part = new Part();
        parts.add(part);
        return part;
    }

    /// Progress of one reflector.
    final class Part {
        private long reached = UNKNOWN;
        /// Whether versions have gone back for another reflector since this one was listed.
        private boolean outdated;

        private Part() {}

        /// Notes that everything up to a version has been delivered.
        void reach(long version) {
            if (!outdated && Long.compareUnsigned(version, reached) > 0) {
                reached = version;
            }
        }

        /// Notes that a complete state has been delivered, as of a version. Returns whether it begins a new epoch,
        /// rather than belonging to one that another reflector has begun: then the others must relist.
        boolean restart(long version, boolean newEpoch) {
            boolean begins = !outdated && (newEpoch || Long.compareUnsigned(version, reached) < 0);
            if (begins) {
                parts.forEach(Part::outdate);
            }
            outdated = false;
            reached = version;
            return begins;
        }

        private void outdate() {
            outdated = true;
            reached = UNKNOWN;
        }

        /// The version that all have reached; 0 while any is unknown.
        long common() {
            long least = reached;
            for (Part part : parts) {
                if (Long.compareUnsigned(part.reached, least) < 0) {
                    least = part.reached;
                }
            }
            return least;
        }
    }
}
