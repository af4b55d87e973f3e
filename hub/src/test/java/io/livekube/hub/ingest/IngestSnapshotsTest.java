package io.livekube.hub.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Digest;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// How the hub gets to the agent's state, at first and again: snapshots, comparisons, resyncs.
final class IngestSnapshotsTest extends IngestCase {
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
}
