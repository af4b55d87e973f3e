package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Digest;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/// Next parts of a snapshot or repair, and the resulting state of the kind.
record NextChunk(List<Part> parts, KindFeed feed) {
    /// Begins to send some buckets of a snapshot.
    ///
    /// Objects are sent bucket by bucket, so that complete buckets have arrived if sending is interrupted.
    static KindFeed.Resending begin(Snapshot target, BitSet buckets) {
        List<List<KubeObject>> byBucket = new ArrayList<>();
        for (int i = 0; i < Digest.BUCKETS; i++) {
            byBucket.add(new ArrayList<>());
        }
        target.inBuckets(buckets)
                .forEach(object -> byBucket.get(Digest.bucketOf(object.namespace(), object.name()))
                        .add(object));
        List<KubeObject> objects = byBucket.stream().flatMap(List::stream).toList();
        return new KindFeed.Resending(target, buckets, false, objects);
    }

    /// As many objects as fit the budget.
    static NextChunk of(Resource resource, KindFeed.Resending from, BatchBudget budget) {
        List<Part> parts = new ArrayList<>();
        Snapshot target = from.target();
        if (!from.begun()) {
            parts.add(new Part.Begin(resource, from.buckets(), target.resourceVersion()));
        }
        int count = 0;
        while (count < from.left().size() && budget.take(from.left().get(count))) {
            count++;
        }
        if (count > 0) {
            parts.add(new Part.Chunk(resource, from.left().subList(0, count)));
        }
        if (count < from.left().size()) {
            List<KubeObject> left = from.left().subList(count, from.left().size());
            return new NextChunk(parts, new KindFeed.Resending(target, from.buckets(), true, left));
        }
        parts.add(new Part.End(
                resource,
                target.resourceVersion(),
                target.size(),
                OptionalLong.of(target.digest().total())));
        return new NextChunk(parts, new KindFeed.Live(target));
    }
}
