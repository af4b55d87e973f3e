package io.livekube.core.informer;

import java.util.ArrayList;
import java.util.List;

/// How far a cache has come that several reflectors feed, each with a namespace: only as far as all of them, since what
/// one was told says nothing of the others.
///
/// Where nothing happens in a namespace, the server's bookmarks (about one a minute) lead on. When versions go back for
/// one, the others have yet to say where they are in the new counting, and nothing is claimed until they have.
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

        private Part() {}

        /// Everything up to a version has been told.
        void reach(long version) {
            if (Long.compareUnsigned(version, reached) > 0) {
                reached = version;
            }
        }

        /// A whole state has been told, as of a version. Returns whether versions go back by it.
        boolean restart(long version, boolean newEpoch) {
            boolean back = newEpoch || Long.compareUnsigned(version, reached) < 0;
            if (back) {
                parts.forEach(part -> part.reached = UNKNOWN);
            }
            reached = version;
            return back;
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
