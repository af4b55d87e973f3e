package io.livekube.hub.ingest;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Digest;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What has arrived of a kind's buckets, aside from the state that is served.
///
/// It outlives the session in which it came. When an agent comes back, each of its buckets is looked for
/// here as well as in the live state: a snapshot that was interrupted goes on where it stopped. Immutable,
/// so that a batch that is not taken leaves no trace.
///
/// @param fromHere the buckets that the next state takes from here; it takes the others from the live state
/// @param resending the buckets that are being sent
/// @param objects the objects here, by bucket
record Staging(BitSet fromHere, BitSet resending, List<List<KubeObject>> objects) {
    static final Staging EMPTY = new Staging(new BitSet(), new BitSet(), noObjects());

    private static List<List<KubeObject>> noObjects() {
        List<List<KubeObject>> none = new ArrayList<>();
        for (int i = 0; i < Digest.BUCKETS; i++) {
            none.add(List.of());
        }
        return List.copyOf(none);
    }

    /// Whether nothing has come and nothing is under way.
    boolean isEmpty() {
        return resending.isEmpty() && objects.stream().allMatch(List::isEmpty);
    }

    int size() {
        return objects.stream().mapToInt(List::size).sum();
    }

    /// Looks for the agent's buckets in the live state and here. What is in neither is left to be sent.
    Compared compare(Snapshot live, List<Long> sums) {
        BitSet here = new BitSet();
        BitSet missing = new BitSet();
        for (int i = 0; i < Digest.BUCKETS; i++) {
            long sum = sums.get(i);
            if (live.digest().bucket(i) == sum) {
                continue;
            }
            if (!objects.get(i).isEmpty() && Digest.of(objects.get(i)).bucket(i) == sum) {
                here.set(i);
            } else {
                missing.set(i);
            }
        }
        return new Compared(new Staging(here, new BitSet(), objects), missing);
    }

    record Compared(Staging staging, BitSet missing) {}

    /// Makes room for buckets that follow.
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
        return new Staging(from, buckets, List.copyOf(kept));
    }

    /// With some more objects; empty if one of them is of a bucket that was not begun.
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
        return Optional.of(new Staging(fromHere, resending, List.copyOf(more)));
    }

    /// The whole next state: some buckets from here, the others from the live state.
    List<KubeObject> assemble(Snapshot live) {
        BitSet fromLive = new BitSet();
        fromLive.set(0, Digest.BUCKETS);
        fromLive.andNot(fromHere);
        List<KubeObject> all = new ArrayList<>();
        if (!fromLive.isEmpty()) {
            live.inBuckets(fromLive).forEach(all::add);
        }
        fromHere.stream().forEach(i -> all.addAll(objects.get(i)));
        return all;
    }
}
