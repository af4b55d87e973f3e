package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.SharedObjects;
import io.livekube.protocol.SharedState;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Batch on its way to the hub, and the state that results once the hub has accepted it.
///
/// @param feeds the next state of the kinds that it advances
/// @param held the hub's state of the kinds with deltas before the batch
/// @param statuses the statuses that it reports
record InFlightBatch(
        Batch batch,
        Map<Resource, KindFeed> feeds,
        Map<Resource, Snapshot> held,
        Map<Resource, Part.Status> statuses,
        boolean heartbeat) {

    /// The state that the hub holds before the batch.
    ///
    /// @param recent the objects that the previous batch put
    SharedState shared(List<KubeObject> recent) {
        return new SharedState() {
            @Override
            public SharedObjects held(Resource resource) {
                Snapshot snapshot = held.getOrDefault(resource, Snapshot.EMPTY);
                return SharedObjects.of(snapshot.list(), snapshot::rank);
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
