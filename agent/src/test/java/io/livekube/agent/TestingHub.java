package io.livekube.agent;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Edit;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SharedObjects;
import io.livekube.protocol.binary.BinaryDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The simplest possible hub: if its state of a kind differs from the agent's, it asks for all buckets.
public final class TestingHub implements ReceiverState {
    private final BinaryDecoder decoder = new BinaryDecoder(BatchLimits.defaults());
    private final Map<Resource, ObjectFormat> formats = new HashMap<>();
    private final Map<Resource, Store> stores = new HashMap<>();
    private final Map<Resource, List<KubeObject>> staged = new HashMap<>();
    private final List<Part> parts = new ArrayList<>();

    /// Applies an encoded batch, and asks for missing objects.
    public synchronized Answer take(byte[] body) {
        try {
            IncomingBatch incoming = decoder.open(body);
            Batch batch = incoming.decode(this);
            List<Ask> asks = new ArrayList<>();
            for (Part part : batch.parts()) {
                parts.add(part);
                take(part).ifPresent(asks::add);
            }
            return new Answer.Acknowledged(batch.session(), batch.sequence(), asks, Duration.ZERO);
        } catch (ProtocolException e) {
            return new Answer.Reset(e.problem() + ": " + e.getMessage());
        }
    }

    private Optional<Ask> take(Part part) {
        switch (part) {
            case Part.Check check -> {
                return snapshot(check.resource()).digest().total() == check.digest()
                        ? Optional.empty()
                        : Optional.of(Ask.Resend.all(check.resource()));
            }
            case Part.Begin begin -> staged.put(begin.resource(), new ArrayList<>());
            case Part.Chunk chunk ->
                staged.getOrDefault(chunk.resource(), new ArrayList<>()).addAll(chunk.objects());
            case Part.End end ->
                store(end.resource()).replace(staged.getOrDefault(end.resource(), List.of()), end.version());
            case Part.Delta delta -> apply(delta);
            case Part.Gone gone -> stores.remove(gone.resource());
            case Part.Hello _, Part.Kind _, Part.Status _, Part.Buckets _ -> {}
        }
        return Optional.empty();
    }

    private void apply(Part.Delta delta) {
        Draft draft = snapshot(delta.resource()).draft();
        for (Edit edit : delta.edits()) {
            switch (edit) {
                case Edit.Put put -> draft.put(put.object());
                case Edit.Remove remove -> draft.remove(remove.key());
            }
        }
        store(delta.resource()).publish(draft);
    }

    public synchronized Snapshot snapshot(Resource resource) {
        return store(resource).snapshot();
    }

    /// All batches so far.
    public synchronized List<Part> parts() {
        return List.copyOf(parts);
    }

    /// All objects received so far, of all kinds and in all versions.
    public synchronized List<KubeObject> objectsSeen() {
        return parts.stream()
                .flatMap(part -> switch (part) {
                    case Part.Chunk chunk -> chunk.objects().stream();
                    case Part.Delta delta ->
                        delta.edits().stream()
                                .filter(Edit.Put.class::isInstance)
                                .map(edit -> ((Edit.Put) edit).object());
                    case Part.OfKind _, Part.Hello _ -> Stream.<KubeObject>of();
                })
                .toList();
    }

    private Store store(Resource resource) {
        return stores.computeIfAbsent(resource, r -> new Store(r.toString()));
    }

    @Override
    public SharedObjects held(Resource resource) {
        Snapshot snapshot = snapshot(resource);
        return SharedObjects.of(snapshot.list(), snapshot::rank);
    }

    @Override
    public KubeObject decode(Resource resource, byte[] json, int from, int to) throws MalformedObjectException {
        return formats.computeIfAbsent(resource, r -> new ObjectFormat(r, FormatConfig.defaultsFor(r)))
                .decode(json, from, to);
    }
}
