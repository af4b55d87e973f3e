package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Batch;
import io.livekube.protocol.HeldObjects;
import io.livekube.protocol.Part;
import io.livekube.protocol.SharedState;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A batch on its way, and what is true once the hub has taken it.
///
/// @param feeds the kinds that move on
/// @param held what the hub holds of the kinds with deltas, before the batch
/// @param statuses what was said of the kinds
record Flight(
        Batch batch,
        Map<Resource, KindFeed> feeds,
        Map<Resource, Snapshot> held,
        Map<Resource, Part.Status> statuses,
        boolean heartbeat) {

    /// What the hub has before the batch.
    ///
    /// @param recent what the batch before this one put
    SharedState shared(List<KubeObject> recent) {
        return new SharedState() {
            @Override
            public HeldObjects held(Resource resource) {
                Snapshot snapshot = held.getOrDefault(resource, Snapshot.EMPTY);
                return HeldObjects.of(snapshot.list(), snapshot::rank);
            }

            @Override
            public List<KubeObject> recent() {
                return recent;
            }
        };
    }

    List<Resource> gone() {
        return batch.parts().stream()
                .flatMap(part -> part instanceof Part.Gone(Resource resource) ? Stream.of(resource) : Stream.empty())
                .toList();
    }

    long edits() {
        return batch.parts().stream()
                .mapToLong(
                        part -> part instanceof Part.Delta delta ? delta.edits().size() : 0)
                .sum();
    }

    long objects() {
        return batch.parts().stream()
                .mapToLong(part ->
                        part instanceof Part.Chunk chunk ? chunk.objects().size() : 0)
                .sum();
    }

    long buckets() {
        return batch.parts().stream()
                .mapToLong(part ->
                        part instanceof Part.Begin begin ? begin.buckets().cardinality() : 0)
                .sum();
    }
}
