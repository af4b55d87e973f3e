package io.livekube.hub.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the hub does about too many sessions, repairs and snapshots at once, and about kinds that come and go.
final class IngestStormsTest extends IngestCase {
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
}
