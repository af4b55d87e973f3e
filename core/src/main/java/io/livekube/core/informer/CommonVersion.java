package io.livekube.core.informer;

import java.util.ArrayList;
import java.util.List;

/// How far a cache has come that several reflectors feed, each with a namespace: only as far as all of them, since what
/// one was told says nothing of the others.
///
/// Where nothing happens in a namespace, the server's bookmarks (about one a minute) lead on. When versions go back for
/// one, the others may still hold the old history, whatever their watches say: nothing is claimed until each of them
/// was listed anew.
///
/// Everything is called with the informer's lock held.
final class CommonVersion {
    private static final long UNKNOWN = 0;

    private final List<Part> parts = new ArrayList<>();

    /// The share of one more reflector.
    Part join() {
        var part = new Part();
        parts.add(part);
        return part;
    }

    /// How far one reflector has come.
    final class Part {
        private long reached = UNKNOWN;
        /// Whether versions went back for another since this one was listed.
        private boolean outdated;

        private Part() {}

        /// Everything up to a version has been told.
        void reach(long version) {
            if (!outdated && Long.compareUnsigned(version, reached) > 0) {
                reached = version;
            }
        }

        /// A whole state has been told, as of a version. Returns whether a new counting begins with it, rather than
        /// joins the one that another has begun: then the others are to be listed anew.
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

        /// The version that all have reached; 0 as long as one is unknown.
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
