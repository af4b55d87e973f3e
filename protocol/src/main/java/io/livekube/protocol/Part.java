package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/// Part of a [Batch]; all but the hello are about one kind.
///
/// Digests are those of `io.livekube.core.store.Digest`: a total is the sum of its 256 buckets. Versions
/// are the API server's resourceVersions.
public sealed interface Part {
    int BUCKETS = 256;

    /// A part about one kind.
    sealed interface OfKind extends Part {
        Resource resource();
    }

    /// Introduces the agent.
    ///
    /// @param agent the agent's version
    /// @param kubernetes the API server's version; empty if unknown
    /// @param clusterUid the UID of the namespace kube-system, which changes when a cluster is re-created;
    /// empty if unknown
    record Hello(String agent, String kubernetes, String clusterUid) implements Part {}

    /// Introduces a kind, before any other part about it in the session.
    record Kind(Resource resource, String kind, boolean namespaced) implements OfKind {}

    /// Sync state of the kind at the agent.
    ///
    /// @param objects number of objects, or of those received so far
    /// @param cause description of the problem; empty if there is none
    record Status(Resource resource, KindState state, int objects, String cause) implements OfKind {}

    /// The agent no longer follows the kind: its objects are unknown from now on.
    record Gone(Resource resource) implements OfKind {}

    /// Totals of the kind's state that the hub should hold now.
    record Check(Resource resource, long version, int objects, long digest) implements OfKind {}

    /// Digest per bucket of the state that the hub should hold, to find the buckets that differ.
    record Buckets(Resource resource, long version, List<Long> sums) implements OfKind {
        public Buckets {
            sums = List.copyOf(sums);
            if (sums.size() != BUCKETS) {
                throw new IllegalArgumentException("a digest has %d buckets, got %d".formatted(BUCKETS, sums.size()));
            }
        }
    }

    /// Changes since the hub's state of the kind.
    ///
    /// @param version the version of the kind's state after all edits
    /// @param digest the low 32 bits of the total after all edits: enough to detect a difference, since
    /// heartbeats contain all bits; empty if the sender can't compute it, and then not checked
    record Delta(Resource resource, List<Edit> edits, long version, OptionalLong digest) implements OfKind {
        private static final long LOW_BITS = 0xffff_ffffL;

        public Delta {
            edits = List.copyOf(edits);
            digest = digest.isPresent() ? OptionalLong.of(digest.getAsLong() & LOW_BITS) : digest;
        }

        /// Whether this is the expected total after the edits.
        public boolean provedBy(long total) {
            return digest.isEmpty() || digest.getAsLong() == (total & LOW_BITS);
        }

        public Delta(Resource resource, List<Edit> edits, long version, long digest) {
            this(resource, edits, version, OptionalLong.of(digest));
        }
    }

    /// All objects of some buckets follow, in chunks; a snapshot names all 256. The old state is served until
    /// the end. A begin replaces an earlier one that has not ended.
    record Begin(Resource resource, BitSet buckets, long version) implements OfKind {
        public Begin {
            if (buckets.length() > BUCKETS) {
                throw new IllegalArgumentException("buckets are numbered 0 to 255, got " + (buckets.length() - 1));
            }
            buckets = (BitSet) buckets.clone();
        }
    }

    /// Some of the objects that a begin announced.
    record Chunk(Resource resource, List<KubeObject> objects) implements OfKind {
        public Chunk {
            objects = List.copyOf(objects);
        }
    }

    /// The objects are complete: the hub may serve them.
    ///
    /// @param objects number of the kind's objects in all buckets
    /// @param digest total of all buckets; empty if the sender can't compute it, and then not checked
    record End(Resource resource, long version, int objects, OptionalLong digest) implements OfKind {
        public End(Resource resource, long version, int objects, long digest) {
            this(resource, version, objects, OptionalLong.of(digest));
        }
    }
}
