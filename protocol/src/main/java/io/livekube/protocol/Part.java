package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/// One statement of a [Batch]; all but the hello are about one kind.
///
/// Digests are those of `io.livekube.core.store.Digest`: a total is the sum of its 256 buckets. Versions
/// are the API server's resourceVersions.
public sealed interface Part {
    int BUCKETS = 256;

    /// A part about one kind.
    sealed interface OfKind extends Part {
        Resource resource();
    }

    /// Who speaks.
    ///
    /// @param agent the agent's version
    /// @param kubernetes the API server's version; empty if unknown
    /// @param clusterUid the UID of the namespace kube-system: a cluster that was re-created under its name
    /// has another; empty if unknown
    record Hello(String agent, String kubernetes, String clusterUid) implements Part {}

    /// What a kind is called, before anything else is said of it in the session.
    record Kind(Resource resource, String kind, boolean namespaced) implements OfKind {}

    /// How well the agent itself follows the kind.
    ///
    /// @param objects how many it has, or has got so far
    /// @param cause what is wrong, in plain words; empty if nothing is
    record Status(Resource resource, KindState state, int objects, String cause) implements OfKind {}

    /// The agent will not speak of the kind any more: its objects are not known from here on.
    record Gone(Resource resource) implements OfKind {}

    /// What the hub should hold of the kind by now.
    record Check(Resource resource, long version, int objects, long digest) implements OfKind {}

    /// The same bucket by bucket, to find where it differs.
    record Buckets(Resource resource, long version, List<Long> sums) implements OfKind {
        public Buckets {
            sums = List.copyOf(sums);
            if (sums.size() != BUCKETS) {
                throw new IllegalArgumentException("a digest has %d buckets, got %d".formatted(BUCKETS, sums.size()));
            }
        }
    }

    /// What has changed since the hub's state of the kind.
    ///
    /// @param version what the kind's state is as of, with all edits done
    /// @param digest the low 32 bits of the total with all edits done: enough to notice, and heartbeats tell all
    /// of it; a sender that can't work it out is not checked
    record Delta(Resource resource, List<Edit> edits, long version, OptionalLong digest) implements OfKind {
        private static final long LOW_BITS = 0xffff_ffffL;

        public Delta {
            edits = List.copyOf(edits);
            digest = digest.isPresent() ? OptionalLong.of(digest.getAsLong() & LOW_BITS) : digest;
        }

        /// Whether a state of this total is what the edits should have led to.
        public boolean provedBy(long total) {
            return digest.isEmpty() || digest.getAsLong() == (total & LOW_BITS);
        }

        public Delta(Resource resource, List<Edit> edits, long version, long digest) {
            this(resource, edits, version, OptionalLong.of(digest));
        }
    }

    /// All objects of some buckets follow, in chunks; a snapshot names all 256. Until the end the old state
    /// stands. A begin while another is under way takes its place, and what had come of buckets that both
    /// name is kept.
    record Begin(Resource resource, BitSet buckets, long version) implements OfKind {
        public Begin {
            if (buckets.length() > BUCKETS) {
                throw new IllegalArgumentException("buckets are numbered 0 to 255, got " + (buckets.length() - 1));
            }
            buckets = (BitSet) buckets.clone();
        }
    }

    /// Some of the objects begun with.
    record Chunk(Resource resource, List<KubeObject> objects) implements OfKind {
        public Chunk {
            objects = List.copyOf(objects);
        }
    }

    /// The objects are complete: the hub may swap them in.
    ///
    /// @param objects how many the kind has, all buckets together
    /// @param digest the total of all buckets together; a sender that can't work it out is not checked
    record End(Resource resource, long version, int objects, OptionalLong digest) implements OfKind {
        public End(Resource resource, long version, int objects, long digest) {
            this(resource, version, objects, OptionalLong.of(digest));
        }
    }
}
