package io.livekube.lab.wire;

import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.agent.sync.Uplink;
import io.livekube.agent.sync.UplinkAction;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Store;
import io.livekube.hub.ingest.Ingest;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.hub.ingest.SnapshotSlots;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.lab.bench.BenchException;
import io.livekube.protocol.Answer;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.binary.BinaryEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;

/// A hub's ingest core, with a counter of the bytes that it receives.
final class CountingHub {
    private final ClusterMirror mirror = new ClusterMirror("bench");
    private final Ingest ingest = new Ingest(
            IngestConfig.defaults(), mirror, new SnapshotSlots(1, Duration.ofMinutes(1), new SplittableRandom(1)));
    private final BinaryEncoder encoder = new BinaryEncoder(BatchLimits.defaults());
    private final BinaryDecoder decoder = new BinaryDecoder(BatchLimits.defaults());
    private long bytes;
    private long batches;
    private int largest;

    /// Sends a batch and returns the answer.
    void post(Uplink uplink, UplinkAction.Post post, Instant now) throws IOException, ProtocolException {
        var out = new ByteArrayOutputStream();
        encoder.encode(post.batch(), post.shared(), out);
        byte[] body = out.toByteArray();
        bytes += body.length;
        batches++;
        largest = Math.max(largest, body.length);
        long hash = Hashing.xxh3_64().hashBytesToLong(body);
        IncomingBatch incoming = decoder.open(body);
        Answer answer =
                ingest.admit(incoming.session(), incoming.sequence(), hash, now).orElse(null);
        uplink.answered(answer != null ? answer : ingest.take(incoming.decode(ingest.receiverState()), hash, now), now);
    }

    /// Fails unless the hub holds the same objects as the caches.
    void requireEqual(Map<Resource, Store> caches) {
        caches.forEach((resource, cache) -> {
            Store held = mirror.kind(resource).map(KindMirror::store).orElse(new Store("missing"));
            if (!held.digest().equals(cache.digest())) {
                throw new BenchException(
                        "%s: the hub holds %s, the agent %s".formatted(resource, held.snapshot(), cache.snapshot()));
            }
        });
    }

    long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    long takeBatches() {
        long taken = batches;
        batches = 0;
        return taken;
    }

    int largest() {
        return largest;
    }
}
