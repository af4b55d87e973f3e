package io.livekube.hub.ingest;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Digest;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Objects of a kind that have arrived but are not served yet, by bucket.
///
/// Outlives the session in which the objects arrived. When an agent reconnects, each of its buckets is looked
/// up here as well as in the served state, so that an interrupted snapshot resumes where it stopped. Immutable,
/// so that a batch that is not applied leaves no trace.
///
/// @param fromHere buckets that the next state takes from here; the others come from the served state
/// @param resending buckets that are being sent
/// @param objects staged objects, by bucket
/// @param size number of staged objects
/// @param distrustsServed whether to replace the served state entirely, even where its digests match
record Staging(BitSet fromHere, BitSet resending, List<List<KubeObject>> objects, int size, boolean distrustsServed) {
    static final Staging EMPTY = new Staging(new BitSet(), new BitSet(), noObjects(), 0, false);

    /// Nothing staged, and a served state that is distrusted regardless of digests.
    static final Staging DISTRUSTING = new Staging(new BitSet(), new BitSet(), noObjects(), 0, true);

    private static List<List<KubeObject>> noObjects() {
        return Collections.nCopies(Digest.BUCKETS, List.of());
    }

    /// Copy without objects.
    Staging cleared() {
        return distrustsServed ? DISTRUSTING : EMPTY;
    }

    /// Whether nothing has arrived and nothing is being sent.
    boolean isEmpty() {
        return resending.isEmpty() && size == 0;
    }

    /// Looks up the agent's buckets in the served state and here. Buckets found in neither must be sent.
    Compared compare(Snapshot served, List<Long> sums) {
        BitSet here = new BitSet();
        BitSet missing = new BitSet();
        for (int i = 0; i < Digest.BUCKETS; i++) {
            long sum = sums.get(i);
            if (!distrustsServed && served.digest().bucket(i) == sum) {
                continue;
            }
            if (!objects.get(i).isEmpty() && Digest.of(objects.get(i)).bucket(i) == sum) {
                here.set(i);
            } else {
                missing.set(i);
            }
        }
        return new Compared(new Staging(here, new BitSet(), objects, size, distrustsServed), missing);
    }

    record Compared(Staging staging, BitSet missing) {}

    /// Prepares for the buckets that are about to be sent.
    Staging begin(BitSet buckets) {
        BitSet from = (BitSet) fromHere.clone();
        from.or(buckets);
        List<List<KubeObject>> kept = new ArrayList<>(objects);
        buckets.stream().forEach(i -> kept.set(i, List.of()));
        for (int i = 0; i < Digest.BUCKETS; i++) {
            if (!from.get(i)) {
                kept.set(i, List.of());
            }
        }
        int remaining = kept.stream().mapToInt(List::size).sum();
        return new Staging(from, buckets, List.copyOf(kept), remaining, distrustsServed);
    }

    /// Copy with more objects; empty if one of them belongs to a bucket that was not begun.
    Optional<Staging> with(Part.Chunk chunk) {
        List<List<KubeObject>> more = new ArrayList<>(objects);
        BitSet touched = new BitSet();
        for (KubeObject object : chunk.objects()) {
            int bucket = Digest.bucketOf(object.namespace(), object.name());
            if (!resending.get(bucket)) {
                return Optional.empty();
            }
            if (!touched.get(bucket)) {
                touched.set(bucket);
                more.set(bucket, new ArrayList<>(more.get(bucket)));
            }
            more.get(bucket).add(object);
        }
        touched.stream().forEach(i -> more.set(i, List.copyOf(more.get(i))));
        int total = size + chunk.objects().size();
        return Optional.of(new Staging(fromHere, resending, List.copyOf(more), total, distrustsServed));
    }

    /// Assembles the complete next state: some buckets from here, the others from the served state.
    List<KubeObject> assemble(Snapshot served) {
        BitSet fromServed = new BitSet();
        fromServed.set(0, Digest.BUCKETS);
        fromServed.andNot(fromHere);
        List<KubeObject> all = new ArrayList<>();
        if (!fromServed.isEmpty()) {
            served.inBuckets(fromServed).forEach(all::add);
        }
        fromHere.stream().forEach(i -> all.addAll(objects.get(i)));
        return all;
    }
}
