package io.livekube.hub.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How the hub handles batches; the test plays the agent.
final class IngestTest {
    private static final Part.Kind POD = WellKnownKinds.named("Pod").orElseThrow();
    private static final Resource PODS = POD.resource();
    private static final Part.Hello HELLO = new Part.Hello("test", "", "");

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final SnapshotSlots slots = new SnapshotSlots(1, Duration.ofSeconds(30), new SplittableRandom(1));
    private final ClusterMirror mirror = new ClusterMirror("c");
    private final Ingest ingest = new Ingest(IngestConfig.defaults(), mirror, slots);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private SessionId session = new SessionId(1, 1);
    private long sequence;

    // ---- sequence

    @Test
    void repeatedBatchGetsTheSameAnswerAndHasNoEffect() {
        sync(3);
        Batch batch = batch(put(pod(1, 50)));
        Answer answer = send(batch);
        List<Long> before = versions();
        assertThat(ingest.admit(session, batch.sequence(), batch.hashCode(), now))
                .contains(answer);
        assertThat(ingest.admit(session, batch.sequence() - 1, 0, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(versions()).isEqualTo(before);
    }

    @Test
    void gapUnknownSessionOrDifferentContentRequiresANewSession() {
        sync(3);
        assertThat(ingest.admit(session, sequence + 2, 1, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(ingest.admit(session, sequence, 1, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(ingest.admit(new SessionId(9, 1), 5, 1, now))
                .contains(new Answer.Reset(
                        "session 0000000000000009-1 is unknown to the hub; the current one is 0000000000000001-1"));
        assertThat(ingest.admit(session, sequence + 1, 1, now)).isEmpty();
    }

    @Test
    void delayedFirstBatchOfAnOlderSessionIsRejected() {
        session = new SessionId(1, 2);
        sync(3);
        assertThat(ingest.admit(new SessionId(1, 1), 1, 1, now)).containsInstanceOf(Answer.Reset.class);
        assertThat(ingest.admit(session, sequence + 1, 1, now)).isEmpty();
    }

    // ---- digests

    @Test
    void batchWithAMismatchedDigestChangesNothing() {
        sync(3);
        List<Long> before = versions();
        Part.Delta wrong =
                new Part.Delta(PODS, List.of(new Edit.Put(pod(1, 50), Optional.empty())), 50, OptionalLong.of(1));
        assertThat(send(batch(wrong))).isEqualTo(new Answer.Mismatch(session, sequence, Set.of(PODS)));
        assertThat(versions()).isEqualTo(before);
        assertThat(ingest.stats().mismatches()).isEqualTo(1);
    }

    @Test
    void batchWithoutADigestIsTrusted() {
        sync(3);
        Part.Delta delta = new Part.Delta(
                PODS, List.of(new Edit.Remove(new ObjectKey("ns", "pod-1"), 60)), 60, OptionalLong.empty());
        assertThat(send(batch(delta))).isInstanceOf(Answer.Acknowledged.class);
        assertThat(mirror.kind(PODS).orElseThrow().store().size()).isEqualTo(2);
    }

    @Test
    void deltaOfAnUnknownKindIsAMismatch() {
        send(batch(HELLO, POD));
        assertThat(send(batch(new Part.Delta(PODS, List.of(), 5, OptionalLong.empty()))))
                .isInstanceOf(Answer.Mismatch.class);
        assertThat(mirror.kind(PODS).orElseThrow().synced()).isFalse();
    }

    // ---- invalid batches and limits

    @Test
    void removedKindCanNotBeMentionedAgainInTheSameBatch() {
        sync(3);
        assertThat(send(batch(new Part.Gone(PODS), POD))).isInstanceOf(Answer.Refused.class);
        assertThat(versions()).hasSize(3);
        sequence--;
        assertThat(send(batch(put(pod(1, 50))))).isInstanceOf(Answer.Acknowledged.class);
    }

    @Test
    void deltasCanNotGrowAKindBeyondItsLimit() {
        var small = new Ingest(
                new IngestConfig(5, Duration.ofMinutes(1), Duration.ofSeconds(30), 10, 2, Duration.ofMinutes(5)),
                mirror,
                slots);
        assertThat(small.take(batch(HELLO, POD, new Part.Begin(PODS, all(), 1), new Part.End(PODS, 1, 0, 0)), 1, now))
                .isInstanceOf(Answer.Acknowledged.class);
        var edits = IntStream.range(0, 3)
                .<Edit>mapToObj(i -> new Edit.Put(pod(i, 50), Optional.empty()))
                .toList();
        assertThat(small.take(batch(new Part.Delta(PODS, edits, 50, OptionalLong.empty())), 2, now))
                .isInstanceOf(Answer.Refused.class);
        assertThat(versions()).isEmpty();
    }

    @Test
    void kindsOfRejectedBatchesDoNotCount() throws MalformedObjectException {
        var small = new Ingest(
                new IngestConfig(5, Duration.ofMinutes(1), Duration.ofSeconds(30), 1, 100, Duration.ofMinutes(5)),
                mirror,
                slots);
        byte[] json = "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 3; i++) {
            Resource other = new Resource("example.com", "v1", "things" + i);
            assertThat(small.receiverState().decode(other, json, 0, json.length).name())
                    .isEqualTo("a");
        }
        small.receiverState();
        assertThat(small.take(batch(HELLO, POD), 1, now)).isInstanceOf(Answer.Acknowledged.class);
    }

    // ---- snapshots

    @Test
    void oldStateIsServedUntilTheNewOneIsComplete() {
        sync(3);
        List<KubeObject> next = pods(100, 700);
        send(batch(new Part.Begin(PODS, all(), 800)));
        send(batch(new Part.Chunk(PODS, next.subList(0, 60))));
        assertThat(versions()).hasSize(3);
        send(batch(new Part.Chunk(PODS, next.subList(60, 100))));
        assertThat(versions()).hasSize(3);
        assertThat(send(batch(end(next, 800)))).isInstanceOf(Answer.Acknowledged.class);
        assertThat(versions()).hasSize(100);
    }

    @Test
    void partialSnapshotIsNeverTakenForACompleteOne() {
        List<KubeObject> whole = pods(100, 700);
        send(batch(HELLO, POD, check(whole, 800)));
        send(batch(new Part.Begin(PODS, all(), 800), new Part.Chunk(PODS, whole.subList(0, 60))));
        assertThat(mirror.kind(PODS).orElseThrow().synced()).isFalse();
        assertThat(send(batch(end(whole, 800)))).isInstanceOf(Answer.Mismatch.class);
        assertThat(mirror.kind(PODS).orElseThrow().synced()).isFalse();
    }

    @Test
    void snapshotInterruptedHalfWayResumesWhereItStopped() {
        List<KubeObject> whole = byBucket(pods(2_000, 700));
        send(batch(HELLO, POD, check(whole, 800)));
        send(batch(new Part.Begin(PODS, all(), 800), new Part.Chunk(PODS, whole.subList(0, 1_500))));

        session = new SessionId(2, 1); // the agent was killed and restarted
        sequence = 0;
        assertThat(asks(send(batch(HELLO, POD, check(whole, 800))))).containsExactly(new Ask.Compare(PODS));
        Ask ask = asks(send(batch(buckets(whole, 800)))).getFirst();
        BitSet missing = ((Ask.Resend) ask).buckets();
        assertThat(missing.cardinality()).isBetween(60, 68);
        List<KubeObject> rest = whole.stream()
                .filter(o -> missing.get(Digest.bucketOf(o.namespace(), o.name())))
                .toList();
        assertThat(send(batch(new Part.Begin(PODS, missing, 800), new Part.Chunk(PODS, rest), end(whole, 800))))
                .isInstanceOf(Answer.Acknowledged.class);
        assertThat(versions()).hasSize(2_000);
    }

    @Test
    void agentThatReconnectsUnchangedSendsNothing() {
        List<KubeObject> whole = sync(50);
        session = new SessionId(2, 1);
        sequence = 0;
        assertThat(asks(send(batch(HELLO, POD, check(whole, 900))))).isEmpty();
        assertThat(mirror.kind(PODS).orElseThrow().store().resourceVersion()).isEqualTo(900);
    }

    @Test
    void onlyDifferingBucketsAreRequested() {
        List<KubeObject> whole = new ArrayList<>(sync(500));
        whole.set(7, pod(7, 5_000));
        assertThat(asks(send(batch(check(whole, 5_000))))).containsExactly(new Ask.Compare(PODS));
        BitSet one = new BitSet();
        one.set(Digest.bucketOf("ns", "pod-7"));
        assertThat(asks(send(batch(buckets(whole, 5_000))))).containsExactly(new Ask.Resend(PODS, one));
        assertThat(ingest.stats().repairs())
                .as("it was in step in this session")
                .isEqualTo(1);
    }

    @Test
    void catchingUpDoesNotCountAsARepair() {
        assertThat(asks(send(batch(HELLO, POD, check(pods(50, 1), 100))))).containsExactly(Ask.Resend.all(PODS));
        assertThat(ingest.stats().repairs()).as("a first sync").isZero();
        session = new SessionId(2, 1);
        sequence = 0;
        List<KubeObject> whole = new ArrayList<>(sync(500));
        session = new SessionId(3, 1);
        sequence = 0;
        whole.set(7, pod(7, 5_000));
        send(batch(HELLO, POD, check(whole, 5_000)));
        assertThat(asks(send(batch(buckets(whole, 5_000))))).hasSize(1);
        assertThat(ingest.stats().repairs())
                .as("changes while the agent was disconnected")
                .isZero();
    }

    @Test
    void removedKindThatReturnsIsSyncedFromScratchWithoutARepair() {
        sync(3);
        send(batch(new Part.Gone(PODS)));
        assertThat(asks(send(batch(POD, check(pods(50, 1_000), 2_000))))).containsExactly(Ask.Resend.all(PODS));
        assertThat(ingest.stats().repairs()).isZero();
    }

    @Test
    void kindThatWasStoppedAndIsFollowedAgainCatchesUpWithoutARepair() {
        List<KubeObject> whole = new ArrayList<>(sync(500));
        mirror.want(Optional.of(List.of()));
        send(batch());
        mirror.want(Optional.empty());
        send(batch());
        whole.set(7, pod(7, 5_000));
        assertThat(asks(send(batch(check(whole, 5_000))))).containsExactly(new Ask.Compare(PODS));
        assertThat(asks(send(batch(buckets(whole, 5_000))))).hasSize(1);
        assertThat(ingest.stats().repairs()).isZero();
    }

    @Test
    void resyncOfAKindEndsWhenTheKindIsRemoved() {
        sync(3);
        ingest.resync();
        session = new SessionId(2, 1);
        sequence = 0;
        send(batch(HELLO, POD));
        send(batch(new Part.Gone(PODS)));
        List<KubeObject> whole = byBucket(pods(2_000, 700));
        send(batch(POD, check(whole, 800)));
        send(batch(new Part.Begin(PODS, all(), 800), new Part.Chunk(PODS, whole.subList(0, 1_500))));

        session = new SessionId(3, 1);
        sequence = 0;
        assertThat(asks(send(batch(HELLO, POD, check(whole, 800)))))
                .as("the received part of the snapshot counts")
                .containsExactly(new Ask.Compare(PODS));
    }

    @Test
    void resyncTakesEffectWithTheFirstBatchOfItsSession() {
        List<KubeObject> whole = sync(50);
        ingest.resync();
        session = new SessionId(2, 1);
        sequence = 0;
        assertThat(asks(send(batch(HELLO, POD, check(whole, 900))))).containsExactly(Ask.Resend.all(PODS));
        send(batch(new Part.Begin(PODS, all(), 900), new Part.Chunk(PODS, whole), end(whole, 900)));
        assertThat(asks(send(batch(check(whole, 900))))).isEmpty();
        assertThat(ingest.stats().repairs()).isZero();
    }

    @Test
    void resyncRequestedWhileASessionOpensIsInForceFromTheNextSession() {
        var opening = new AtomicReference<Ingest>();
        var busy = new SnapshotSlots(1, Duration.ofMinutes(5), () -> {
            opening.get().resync(); // while the batch that opens a session is told to come back later
            return 0;
        });
        var hub = new Ingest(IngestConfig.defaults(), mirror, busy);
        opening.set(hub);
        List<KubeObject> whole = pods(50, 100);
        var begin = new Part.Begin(PODS, all(), 900);
        hub.take(batch(HELLO, POD, begin, new Part.Chunk(PODS, whole), end(whole, 900)), 1, now);
        busy.release(mirror.id());
        assertThat(busy.take("other", now)).isTrue();
        session = new SessionId(2, 1);
        sequence = 0;
        assertThat(asks(hub.take(batch(HELLO, POD, buckets(pods(50, 1_000), 950)), 2, now)))
                .singleElement()
                .isInstanceOf(Ask.Later.class);

        busy.release("other");
        session = new SessionId(3, 1);
        sequence = 0;
        assertThat(asks(hub.take(batch(HELLO, POD, check(whole, 900)), 3, now)))
                .as("everything is sent again, though the digests are equal")
                .containsExactly(Ask.Resend.all(PODS));
    }

    @Test
    void interruptedResyncSendsTheRestAndIgnoresTheStateFromBefore() {
        List<KubeObject> whole = byBucket(sync(2_000));
        ingest.resync();
        session = new SessionId(2, 1);
        sequence = 0;
        send(batch(HELLO, POD, check(whole, 900)));
        send(batch(new Part.Begin(PODS, all(), 900), new Part.Chunk(PODS, whole.subList(0, 1_500))));

        session = new SessionId(3, 1);
        sequence = 0;
        assertThat(asks(send(batch(HELLO, POD, check(whole, 900))))).containsExactly(new Ask.Compare(PODS));
        Ask.Resend rest = (Ask.Resend) asks(send(batch(buckets(whole, 900)))).getFirst();
        assertThat(rest.buckets().cardinality())
                .as("the state from before the resync is not compared")
                .isBetween(60, 68);
    }

    @Test
    void kindThatMatchesInTheFirstBatchAndDiffersLaterIsRepaired() {
        List<KubeObject> whole = new ArrayList<>(sync(500));
        session = new SessionId(2, 1);
        sequence = 0;
        assertThat(asks(send(batch(HELLO, POD, check(whole, 900))))).isEmpty();
        whole.set(7, pod(7, 5_000));
        send(batch(check(whole, 5_000)));
        send(batch(buckets(whole, 5_000)));
        assertThat(ingest.stats().repairs()).isEqualTo(1);
    }

    // ---- storms

    @Test
    void sixthSessionWithinAMinuteIsBackedOffForThirtySeconds() {
        for (int i = 1; i <= 5; i++) {
            session = new SessionId(i, 1);
            sequence = 0;
            assertThat(send(batch(HELLO))).isInstanceOf(Answer.Acknowledged.class);
            now = now.plusSeconds(5);
        }
        assertThat(ingest.admit(new SessionId(6, 1), 1, 0, now))
                .hasValueSatisfying(
                        answer -> assertThat(((Answer.BackOff) answer).after()).isEqualTo(Duration.ofSeconds(30)));
        now = now.plusSeconds(29);
        assertThat(ingest.admit(session, 2, 0, now)).containsInstanceOf(Answer.BackOff.class);
        now = now.plusSeconds(1);
        assertThat(ingest.admit(session, 2, 0, now)).isEmpty();
        assertThat(ingest.stats().backoffs()).isEqualTo(1);
    }

    @Test
    void sessionsRequestedByTheHubDoNotCountAsAStorm() {
        sync(3);
        for (int i = 2; i <= 12; i++) {
            session = new SessionId(i, 1);
            sequence = 0;
            ingest.resync();
            assertThat(asks(send(batch(HELLO, check(pods(3, 1), 5)))))
                    .as("everything is requested regardless of digests")
                    .hasSize(1);
        }
        assertThat(ingest.stats().backoffs()).isZero();
    }

    @Test
    void repeatedRepairsOfOneKindAreBackedOffButOneRepairEachOfManyKindsIsNot() {
        sync(3);
        for (int i = 0; i < 4; i++) {
            assertThat(asks(send(batch(buckets(pods(3, 1_000 + i), 5))))).hasSize(1);
        }
        assertThat(send(batch(buckets(pods(3, 2_000), 5)))).isInstanceOf(Answer.BackOff.class);
    }

    @Test
    void clusterWithoutAFreeSlotIsToldWhenToRetry() {
        ClusterMirror other = new ClusterMirror("other");
        Ingest second = new Ingest(IngestConfig.defaults(), other, slots);
        List<KubeObject> whole = pods(3, 10);
        assertThat(asks(send(batch(HELLO, POD, check(whole, 20))))).containsExactly(Ask.Resend.all(PODS));
        Batch opening = new Batch(new SessionId(5, 1), 1, List.of(HELLO, POD, check(whole, 20)));
        assertThat(asks(second.take(opening, 1, now))).singleElement().isInstanceOf(Ask.Later.class);

        send(batch(new Part.Begin(PODS, all(), 20), new Part.Chunk(PODS, whole), end(whole, 20)));
        assertThat(slots.taken()).isZero();
        Batch again = new Batch(new SessionId(5, 1), 2, List.of(check(whole, 20)));
        assertThat(asks(second.take(again, 2, now))).containsExactly(Ask.Resend.all(PODS));
    }

    @Test
    void slotOfADisconnectedAgentIsEventuallyReleased() {
        assertThat(slots.take("gone", now)).isTrue();
        assertThat(slots.take("next", now.plusSeconds(29))).isFalse();
        assertThat(slots.take("next", now.plusSeconds(31))).isTrue();
    }

    // ---- kinds

    @Test
    void hubNarrowsAndWidensTheKindsAtRunTime() {
        sync(3);
        mirror.want(Optional.of(List.of()));
        assertThat(asks(send(batch()))).containsExactly(new Ask.Stop(PODS));
        assertThat(asks(send(batch()))).isEmpty();
        mirror.want(Optional.empty());
        assertThat(asks(send(batch()))).containsExactly(new Ask.Follow(PODS));
    }

    @Test
    void removedKindIsUnknown() {
        sync(3);
        send(batch(new Part.Gone(PODS)));
        assertThat(mirror.kind(PODS)).isEmpty();
    }

    @Test
    void kindThatTheNextAgentDoesNotFollowIsEventuallyRemoved() {
        sync(3);
        session = new SessionId(2, 1);
        sequence = 0;
        send(batch(HELLO));
        now = now.plus(Duration.ofMinutes(5));
        send(batch());
        assertThat(mirror.kind(PODS)).as("it may still arrive").isPresent();
        now = now.plusSeconds(1);
        send(batch());
        assertThat(mirror.kind(PODS)).isEmpty();
    }

    // ---- the test's agent

    private List<KubeObject> sync(int count) {
        List<KubeObject> whole = pods(count, 10);
        send(batch(HELLO, POD, check(whole, 500)));
        send(batch(new Part.Begin(PODS, all(), 500), new Part.Chunk(PODS, whole), end(whole, 500)));
        assertThat(mirror.kind(PODS).orElseThrow().synced()).isTrue();
        return whole;
    }

    private Batch batch(Part... parts) {
        return new Batch(session, ++sequence, List.of(parts));
    }

    private Answer send(Batch batch) {
        return ingest.admit(batch.session(), batch.sequence(), batch.hashCode(), now)
                .orElseGet(() -> ingest.take(batch, batch.hashCode(), now));
    }

    private static List<Ask> asks(Answer answer) {
        return ((Answer.Acknowledged) answer).asks();
    }

    private List<Long> versions() {
        return mirror.kind(PODS).orElseThrow().store().list().stream()
                .map(KubeObject::resourceVersion)
                .toList();
    }

    private Part.Delta put(KubeObject object) {
        return new Part.Delta(
                PODS, List.of(new Edit.Put(object, Optional.empty())), object.resourceVersion(), OptionalLong.empty());
    }

    private static Part.Check check(List<KubeObject> objects, long version) {
        return new Part.Check(PODS, version, objects.size(), Digest.of(objects).total());
    }

    private static Part.Buckets buckets(List<KubeObject> objects, long version) {
        return new Part.Buckets(
                PODS,
                version,
                Arrays.stream(Digest.of(objects).buckets()).boxed().toList());
    }

    private static Part.End end(List<KubeObject> objects, long version) {
        return new Part.End(
                PODS,
                version,
                objects.size(),
                OptionalLong.of(Digest.of(objects).total()));
    }

    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, Part.BUCKETS);
        return all;
    }

    private static List<KubeObject> byBucket(List<KubeObject> objects) {
        return IntStream.range(0, Part.BUCKETS)
                .boxed()
                .flatMap(i -> objects.stream().filter(o -> Digest.bucketOf(o.namespace(), o.name()) == i))
                .toList();
    }

    private List<KubeObject> pods(int count, long version) {
        return IntStream.range(0, count).mapToObj(i -> pod(i, version + i)).toList();
    }

    private KubeObject pod(int number, long version) {
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
