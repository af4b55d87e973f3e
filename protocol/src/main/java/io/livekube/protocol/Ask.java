package io.livekube.protocol;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.util.BitSet;

/// Request of the hub for one kind, sent with an acknowledgment.
public sealed interface Ask {
    Resource resource();

    /// The totals differ: send [Part.Buckets].
    record Compare(Resource resource) implements Ask {}

    /// Send the objects of these buckets, between [Part.Begin] and [Part.End]; all 256 for a snapshot.
    record Resend(Resource resource, BitSet buckets) implements Ask {
        public Resend {
            buckets = (BitSet) buckets.clone();
        }

        /// All buckets.
        public static Resend all(Resource resource) {
            BitSet all = new BitSet(Part.BUCKETS);
            all.set(0, Part.BUCKETS);
            return new Resend(resource, all);
        }
    }

    /// Too many clusters are sending snapshots: send a [Part.Check] again after the given time.
    record Later(Resource resource, Duration after) implements Ask {}

    /// Stop sending this kind.
    record Stop(Resource resource) implements Ask {}

    /// Send this kind again, if it was stopped.
    record Follow(Resource resource) implements Ask {}
}
