package io.livekube.hub.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Digest;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.WellKnownKinds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A hub's ingest of one cluster, with a test in the place of the agent.
abstract class IngestCase {
    static final Part.Kind POD = WellKnownKinds.named("Pod").orElseThrow();
    static final Resource PODS = POD.resource();
    static final Part.Hello HELLO = new Part.Hello("test", "", "");

    final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    final SnapshotSlots slots = new SnapshotSlots(1, Duration.ofSeconds(30), new SplittableRandom(1));
    final ClusterMirror mirror = new ClusterMirror("c");
    final Ingest ingest = new Ingest(IngestConfig.defaults(), mirror, slots);
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    SessionId session = new SessionId(1, 1);
    long sequence;

    List<KubeObject> sync(int count) {
        List<KubeObject> whole = pods(count, 10);
        send(batch(HELLO, POD, check(whole, 500)));
        send(batch(new Part.Begin(PODS, all(), 500), new Part.Chunk(PODS, whole), end(whole, 500)));
        assertThat(mirror.kind(PODS).orElseThrow().synced()).isTrue();
        return whole;
    }

    Batch batch(Part... parts) {
        return new Batch(session, ++sequence, List.of(parts));
    }

    Answer send(Batch batch) {
        return ingest.admit(batch.session(), batch.sequence(), batch.hashCode(), now)
                .orElseGet(() -> ingest.take(batch, batch.hashCode(), now));
    }

    static List<Ask> asks(Answer answer) {
        return ((Answer.Acknowledged) answer).asks();
    }

    List<Long> versions() {
        return mirror.kind(PODS).orElseThrow().store().list().stream()
                .map(KubeObject::resourceVersion)
                .toList();
    }

    Part.Delta put(KubeObject object) {
        return new Part.Delta(
                PODS, List.of(new Edit.Put(object, Optional.empty())), object.resourceVersion(), OptionalLong.empty());
    }

    static Part.Check check(List<KubeObject> objects, long version) {
        return new Part.Check(PODS, version, objects.size(), Digest.of(objects).total());
    }

    static Part.Buckets buckets(List<KubeObject> objects, long version) {
        return new Part.Buckets(
                PODS,
                version,
                Arrays.stream(Digest.of(objects).buckets()).boxed().toList());
    }

    static Part.End end(List<KubeObject> objects, long version) {
        return new Part.End(
                PODS,
                version,
                objects.size(),
                OptionalLong.of(Digest.of(objects).total()));
    }

    static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, Part.BUCKETS);
        return all;
    }

    static List<KubeObject> byBucket(List<KubeObject> objects) {
        return IntStream.range(0, Part.BUCKETS)
                .boxed()
                .flatMap(i -> objects.stream().filter(o -> Digest.bucketOf(o.namespace(), o.name()) == i))
                .toList();
    }

    List<KubeObject> pods(int count, long version) {
        return IntStream.range(0, count).mapToObj(i -> pod(i, version + i)).toList();
    }

    KubeObject pod(int number, long version) {
        byte[] json =
                "{\"metadata\":{\"name\":\"pod-%d\",\"namespace\":\"ns\",\"uid\":\"uid %d\",\"resourceVersion\":\"%d\"}}"
                        .formatted(number, number, version)
                        .getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
