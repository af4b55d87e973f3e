package io.livekube.agent.sync;

import static io.livekube.agent.sync.TestingUplink.edits;
import static io.livekube.agent.sync.TestingUplink.parts;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.ObjectKey;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the uplink sends and when; the test plays the hub.
final class UplinkTest {
    private final TestingKind pods = new TestingKind("Pod");

    private TestingUplink uplink() {
        return new TestingUplink(UplinkConfig.defaults(), pods.synced(20));
    }

    // ---- coalescing

    @Test
    void fiftyUpdatesTravelAsOne() {
        TestingUplink agent = uplink().live();
        for (int i = 0; i < 50; i++) {
            pods.put("object-3", "uid 3");
        }
        Batch batch = agent.post();
        assertThat(edits(batch)).singleElement().isInstanceOfSatisfying(Edit.Put.class, put -> {
            assertThat(put.object().resourceVersion()).isEqualTo(pods.version());
            assertThat(put.base()).contains(new ObjectKey("ns", "object-3"));
        });
        assertThat(parts(batch, Part.Delta.class)).singleElement().satisfies(delta -> {
            assertThat(delta.version()).isEqualTo(pods.version());
            assertThat(delta.provedBy(pods.store().digest().total())).isTrue();
            assertThat(delta.provedBy(0)).isFalse();
        });
    }

    @Test
    void objectsThatCameAndWentAreNotSent() {
        TestingUplink agent = uplink().live();
        pods.put("passing").remove("passing");
        assertThat(agent.next()).isInstanceOf(UplinkAction.Wait.class);
    }

    @Test
    void deletedAndRecreatedIsOneEditToAnotherUid() {
        TestingUplink agent = uplink().live();
        pods.remove("object-3").put("object-3", "another");
        assertThat(edits(agent.post()))
                .singleElement()
                .isInstanceOfSatisfying(
                        Edit.Put.class,
                        put -> assertThat(put.object().uid())
                                .isNotEqualTo(new TestingKind("Pod")
                                        .synced(20)
                                        .store()
                                        .get("ns", "object-3")
                                        .orElseThrow()
                                        .uid()));
    }

    @Test
    void aDeletionHasTheVersionAtWhichItHappened() {
        TestingUplink agent = uplink().live();
        pods.remove("object-3");
        long deletedAt = pods.version();
        pods.put("object-4", "uid 4");
        assertThat(edits(agent.post())).first().isEqualTo(new Edit.Remove(new ObjectKey("ns", "object-3"), deletedAt));
    }

    @Test
    void aNewObjectIsEncodedAgainstItsNearestNeighbor() {
        TestingUplink agent = uplink().live();
        pods.put("object-14-b");
        assertThat(edits(agent.post()))
                .singleElement()
                .isInstanceOfSatisfying(
                        Edit.Put.class, put -> assertThat(put.base()).contains(new ObjectKey("ns", "object-14")));
    }

    // ---- pace

    @Test
    void aQuietClusterPushesAChangeImmediatelyAndABusyOneAtIntervals() {
        TestingUplink agent = uplink().live();
        agent.now = agent.now.plusSeconds(1);
        pods.put("a");
        Batch first = agent.post();
        pods.put("b").put("c");
        agent.uplink.answered(
                new Answer.Acknowledged(first.session(), first.sequence(), List.of(), Duration.ZERO), agent.now);
        assertThat(agent.next()).isEqualTo(new UplinkAction.Wait(agent.now.plusMillis(20)));
        agent.now = agent.now.plusMillis(20);
        assertThat(TestingUplink.names(agent.post())).containsExactly("b", "c");
    }

    @Test
    void hubCanSlowTheAgentDownButNotBeyondTheCeiling() {
        TestingUplink agent = uplink();
        Batch batch = agent.post();
        agent.uplink.answered(new Answer.Acknowledged(batch.session(), 1, List.of(), Duration.ofMinutes(5)), agent.now);
        pods.put("a");
        assertThat(agent.next()).isEqualTo(new UplinkAction.Wait(agent.now.plusSeconds(3)));
    }

    @Test
    void aQuietAgentSendsHeartbeats() {
        TestingUplink agent = uplink().live();
        assertThat(agent.next()).isInstanceOfSatisfying(UplinkAction.Wait.class, wait -> agent.now = wait.until());
        assertThat(agent.post().parts())
                .containsExactly(new Part.Check(
                        pods.kind().resource(),
                        pods.version(),
                        20,
                        pods.store().digest().total()));
    }

    // ---- faults

    @Test
    void batchWithoutAnAnswerIsSentAgainLaterAndLater() {
        TestingUplink agent = uplink();
        agent.post();
        Duration last = Duration.ZERO;
        for (int i = 0; i < 4; i++) {
            agent.uplink.failed(Optional.empty(), agent.now);
            assertThat(agent.next()).isInstanceOf(UplinkAction.Wait.class);
            Duration wait = Duration.between(agent.now, ((UplinkAction.Wait) agent.next()).until());
            assertThat(wait).isGreaterThan(last);
            last = wait;
            agent.now = agent.now.plus(wait);
            assertThat(agent.next()).isInstanceOf(UplinkAction.Repeat.class);
        }
        assertThat(agent.uplink.stats().retries()).isEqualTo(4);
    }

    @Test
    void hubThatAsksForPatienceGetsIt() {
        TestingUplink agent = uplink();
        agent.post();
        agent.uplink.answered(new Answer.BackOff(Duration.ofSeconds(30), "storm"), agent.now);
        assertThat(agent.next())
                .isInstanceOfSatisfying(
                        UplinkAction.Wait.class,
                        wait -> assertThat(wait.until())
                                .isBetween(agent.now.plusSeconds(30), agent.now.plusSeconds(45)));
    }

    @Test
    void hubThatDoesNotWantBatchesIsAskedInANewSessionLessAndLessOften() {
        TestingUplink agent = uplink();
        Duration last = Duration.ZERO;
        for (int session = 1; session <= 12; session++) {
            assertThat(agent.post().session().number()).isEqualTo(session);
            agent.uplink.answered(new Answer.TurnOff("nobody looks"), agent.now);
            assertThat(agent.uplink.holdsBack(agent.now)).isTrue();
            Duration wait = Duration.between(agent.now, ((UplinkAction.Wait) agent.next()).until());
            assertThat(wait)
                    .isBetween(
                            Duration.ofMillis(250),
                            UplinkConfig.defaults().heartbeat().multipliedBy(3).dividedBy(2));
            assertThat(wait).isGreaterThan(last.dividedBy(2));
            last = wait;
            agent.now = agent.now.plus(wait);
        }
        assertThat(last).isGreaterThanOrEqualTo(UplinkConfig.defaults().heartbeat());
        agent.acknowledge(agent.post());
        assertThat(agent.uplink.holdsBack(agent.now)).isFalse();
    }

    @Test
    void requestedDelaysAreBounded() {
        TestingUplink agent = uplink();
        agent.post();
        agent.uplink.answered(new Answer.BackOff(Duration.ofMillis(Long.MAX_VALUE), "a defect"), agent.now);
        assertThat(agent.next())
                .isInstanceOfSatisfying(
                        UplinkAction.Wait.class,
                        wait -> assertThat(wait.until()).isBefore(agent.now.plus(Duration.ofMinutes(16))));
    }

    @Test
    void hubThatLostItsPlaceGetsANewSessionWithDigestsFirst() {
        TestingUplink agent = uplink().live();
        pods.put("a");
        Batch lost = agent.post();
        agent.uplink.answered(new Answer.Reset("restarted"), agent.now);
        agent.now = agent.now.plusMillis(20);
        Batch opening = agent.post();
        assertThat(opening.sequence()).isEqualTo(1);
        assertThat(opening.session().isAfter(lost.session())).isTrue();
        assertThat(opening.parts())
                .hasExactlyElementsOfTypes(Part.Hello.class, Part.Kind.class, Part.Status.class, Part.Check.class);
    }

    @Test
    void mismatchOfOneKindIsComparedWhileOthersGoOn() {
        TestingKind nodes = new TestingKind("ConfigMap").synced(5);
        TestingUplink agent = new TestingUplink(UplinkConfig.defaults(), pods.synced(20), nodes).live();
        pods.put("a");
        nodes.put("b");
        Batch refused = agent.post();
        agent.uplink.answered(
                new Answer.Mismatch(
                        refused.session(),
                        refused.sequence(),
                        Set.of(pods.kind().resource())),
                agent.now);
        agent.now = agent.now.plusMillis(20);
        Batch again = agent.post();
        assertThat(again.sequence()).isEqualTo(refused.sequence());
        assertThat(parts(again, Part.Check.class))
                .extracting(Part.Check::resource)
                .containsExactly(pods.kind().resource());
        assertThat(TestingUplink.names(again)).containsExactly("b");

        agent.acknowledge(again, new Ask.Compare(pods.kind().resource()));
        Batch compared = agent.post();
        assertThat(parts(compared, Part.Buckets.class)).hasSize(1);
        BitSet one = new BitSet();
        one.set(42);
        agent.acknowledge(compared, new Ask.Resend(pods.kind().resource(), one));
        assertThat(parts(agent.post(), Part.Begin.class))
                .singleElement()
                .satisfies(begin -> assertThat(begin.buckets()).isEqualTo(one));
    }

    // ---- snapshots

    @Test
    void snapshotGoesInChunksAndChangesGoOnBehindIt() {
        UplinkConfig config = UplinkConfig.defaults().withSizes(1024, 8);
        TestingUplink agent = new TestingUplink(config, pods.synced(20));
        agent.acknowledge(agent.post(), Ask.Resend.all(pods.kind().resource()));
        Batch first = agent.post();
        assertThat(first.parts()).hasExactlyElementsOfTypes(Part.Begin.class, Part.Chunk.class);
        pods.put("object-3", "uid 3");
        int objects = parts(first, Part.Chunk.class).getFirst().objects().size();
        agent.acknowledge(first);
        while (agent.uplink.stats().live() == 0) {
            Batch more = agent.post();
            assertThat(edits(more)).isEmpty();
            objects += parts(more, Part.Chunk.class).getFirst().objects().size();
            agent.acknowledge(more);
        }
        assertThat(objects).isEqualTo(20);
        assertThat(TestingUplink.names(agent.post())).containsExactly("object-3");
    }

    @Test
    void anAgentAskedToWaitDoesSo() {
        TestingUplink agent = uplink();
        agent.acknowledge(agent.post(), new Ask.Later(pods.kind().resource(), Duration.ofSeconds(4)));
        assertThat(agent.next()).isInstanceOfSatisfying(UplinkAction.Wait.class, wait -> agent.now = wait.until());
        assertThat(parts(agent.post(), Part.Check.class)).hasSize(1);
    }

    @Test
    void kindThatIsNotWantedIsNotSentUntilItIs() {
        TestingUplink agent = uplink();
        agent.acknowledge(agent.post(), new Ask.Stop(pods.kind().resource()));
        pods.put("a");
        assertThat(agent.next()).isInstanceOfSatisfying(UplinkAction.Wait.class, wait -> agent.now = wait.until());
        Batch heartbeat = agent.post();
        assertThat(parts(heartbeat, Part.Check.class)).isEmpty();
        agent.acknowledge(heartbeat, new Ask.Follow(pods.kind().resource()));
        assertThat(parts(agent.post(), Part.Check.class)).hasSize(1);
    }

    @Test
    void batchThatIsTooLargeIsMadeSmallerUntilItCantBe() {
        TestingUplink agent = uplink();
        agent.acknowledge(agent.post(), Ask.Resend.all(pods.kind().resource()));
        int objects = parts(agent.post(), Part.Chunk.class).getFirst().objects().size();
        assertThat(objects).isEqualTo(20);
        int rounds = 0;
        while (agent.uplink.tooLarge()) {
            agent.post();
            rounds++;
        }
        assertThat(rounds).isBetween(5, 30);
    }

    // ---- events

    @Test
    void stormOfEventsDelaysNoPodAndGoesOutNewestFirst() {
        TestingKind events = new TestingKind("Event").synced(0);
        TestingUplink agent = new TestingUplink(UplinkConfig.defaults(), events, pods.synced(5)).live();
        for (int i = 0; i < 3_000; i++) {
            events.put("event-" + i);
        }
        pods.put("pod");
        Batch batch = agent.post();
        assertThat(TestingUplink.names(batch).toList()).hasSize(501).startsWith("pod", "event-1000");
        assertThat(agent.uplink.stats().eventsHeldBack()).isEqualTo(1_000);
        agent.acknowledge(batch);
        for (int i = 0; i < 10 && agent.next() instanceof UplinkAction.Post(Batch more, var _); i++) {
            agent.acknowledge(more);
        }
        assertThat(agent.uplink.stats().edits()).as("nothing was lost").isEqualTo(3_001);
    }
}
