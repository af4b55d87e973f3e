package io.livekube.hub.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// When a cluster is synced: each way to turn on and off.
class ActivationTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource NODES = Resource.core("v1", "nodes");
    private static final Resource JOBS = new Resource("batch", "v1", "jobs");
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String READER = "by a reader from 127.0.0.1";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Activation activation = with(SyncMode.AUTO, new SyncedKinds.All());

    private Activation with(SyncMode mode, SyncedKinds kinds) {
        return new Activation(ActivationConfig.defaults(), new SyncSettings(mode, kinds), now);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private Optional<SyncTransition> read(Activation cluster, Resource resource) {
        return cluster.read(resource, false, READER, now);
    }

    @Test
    void clusterIsOffUntilItIsRead() {
        assertThat(activation.on()).isFalse();
        assertThat(activation.desired().on()).isFalse();
        long before = activation.revision();

        assertThat(read(activation, PODS))
                .hasValueSatisfying(
                        to -> assertThat(to).hasToString("turned on by a read of pods by a reader from 127.0.0.1"));
        assertThat(activation.desired().on()).isTrue();
        assertThat(activation.desired().revision()).isGreaterThan(before);
        assertThat(read(activation, PODS)).as("already on").isEmpty();
    }

    @Test
    void clusterIsTurnedOffAfterHalfAnHourWithoutReadersAndNotBefore() {
        read(activation, PODS);
        pass(HALF_AN_HOUR.minusSeconds(1));
        assertThat(activation.turnOffIfIdle(now)).isEmpty();
        read(activation, PODS);
        pass(HALF_AN_HOUR.minusSeconds(1));
        assertThat(activation.turnOffIfIdle(now)).as("a read in between counts").isEmpty();

        pass(Duration.ofSeconds(1));
        assertThat(activation.turnOffIfIdle(now))
                .hasValueSatisfying(to -> assertThat(to).hasToString("turned off: no reader for 30 min"));
        assertThat(activation.on()).isFalse();
        assertThat(activation.turnOffIfIdle(now)).as("already off").isEmpty();
        assertThat(read(activation, PODS))
                .as("turned on again by the next read")
                .isPresent();
    }

    @Test
    void modeOffStaysOffDespiteReads() {
        read(activation, PODS);
        assertThat(activation.set(new SyncSettings(SyncMode.OFF, new SyncedKinds.All()), READER, now))
                .hasValueSatisfying(to -> assertThat(to.on()).isFalse());

        assertThat(read(activation, PODS)).isEmpty();
        assertThat(activation.opened(PODS, false, READER, now)).isEmpty();
        assertThat(activation.contacted(true, now)).isEmpty();
        assertThat(activation.on()).isFalse();
        assertThat(activation.desired().first()).isEmpty();
    }

    @Test
    void backInAutoOnlyAnOpenStreamTurnsItOnImmediately() {
        activation.set(new SyncSettings(SyncMode.OFF, new SyncedKinds.All()), READER, now);
        assertThat(activation.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()), READER, now))
                .isEmpty();
        activation.set(new SyncSettings(SyncMode.OFF, new SyncedKinds.All()), READER, now);
        activation.opened(PODS, false, READER, now);

        assertThat(activation.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()), READER, now))
                .isPresent();
        assertThat(activation.on()).isTrue();
    }

    @Test
    void modeOnIsNeverIdle() {
        Activation always = with(SyncMode.ON, new SyncedKinds.All());
        assertThat(always.on()).isTrue();
        pass(Duration.ofDays(7));
        assertThat(always.turnOffIfIdle(now)).isEmpty();
        assertThat(always.on()).isTrue();

        always.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()), READER, now);
        assertThat(always.turnOffIfIdle(now))
                .as("the idle period begins when the mode is set to auto")
                .isEmpty();
        pass(HALF_AN_HOUR);
        assertThat(always.turnOffIfIdle(now)).isPresent();
    }

    @Test
    void openStreamKeepsItOnAndTheIdlePeriodBeginsWhenItCloses() {
        activation.opened(PODS, false, READER, now);
        activation.opened(PODS, true, READER, now);
        activation.closed(PODS, now);
        for (int i = 0; i < 120; i++) {
            pass(MINUTE);
            assertThat(activation.turnOffIfIdle(now)).isEmpty();
        }
        assertThat(activation.streams()).isEqualTo(1);

        activation.closed(PODS, now);
        pass(HALF_AN_HOUR.minusSeconds(1));
        assertThat(activation.turnOffIfIdle(now)).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(activation.turnOffIfIdle(now)).isPresent();
    }

    @Test
    void agentThatPushesOnFirstContactIsAdopted() {
        assertThat(activation.contacted(true, now)).isPresent();
        assertThat(activation.on()).isTrue();

        Activation other = with(SyncMode.AUTO, new SyncedKinds.All());
        assertThat(other.contacted(false, now)).isEmpty();
        assertThat(other.contacted(true, now))
                .as("later on, it may just not have received yet that sync is off")
                .isEmpty();
        assertThat(other.on()).isFalse();
    }

    @Test
    void kindsSyncedOnDemandComeAndGo() {
        Activation asked = with(SyncMode.AUTO, new SyncedKinds.OnDemand());
        read(asked, PODS);
        assertThat(asked.desired().kinds()).hasValue(Set.of(PODS));
        long before = asked.revision();

        pass(Duration.ofMinutes(20));
        read(asked, NODES);
        assertThat(asked.desired().kinds()).hasValue(Set.of(PODS, NODES));
        assertThat(asked.revision()).isGreaterThan(before);
        assertThat(asked.wants(JOBS)).isFalse();

        pass(Duration.ofMinutes(10));
        before = asked.revision();
        assertThat(asked.turnOffIfIdle(now)).as("the cluster stays on").isEmpty();
        assertThat(asked.desired().kinds()).hasValue(Set.of(NODES));
        assertThat(asked.revision()).as("the agent is notified").isGreaterThan(before);
        assertThat(asked.wants(PODS)).isFalse();
    }

    @Test
    void openStreamKeepsItsKind() {
        Activation asked = with(SyncMode.AUTO, new SyncedKinds.OnDemand());
        asked.opened(PODS, false, READER, now);
        pass(Duration.ofMinutes(20));
        read(asked, NODES);
        pass(Duration.ofMinutes(20));
        asked.turnOffIfIdle(now);

        assertThat(asked.desired().kinds()).hasValue(Set.of(PODS, NODES));
    }

    @Test
    void awaitedKindComesFirstUntilItHasArrived() {
        read(activation, PODS);
        read(activation, NODES);
        assertThat(activation.desired().first()).containsExactly(NODES, PODS);
        long before = activation.revision();

        read(activation, PODS);
        read(activation, NODES);
        assertThat(activation.revision())
                .as("alternating readers cause no new revision")
                .isEqualTo(before);
        activation.arrived(NODES::equals);
        assertThat(activation.desired().first()).containsExactly(PODS);
        assertThat(activation.read(JOBS, true, READER, now)).isEmpty();
        assertThat(activation.desired().first()).as("jobs have arrived").containsExactly(PODS);
    }

    @Test
    void kindThatTurnsAClusterOnAgainComesFirstAlthoughItWasSyncedBefore() {
        activation.read(PODS, true, READER, now);
        assertThat(activation.desired().first()).containsExactly(PODS);
    }

    @Test
    void urgentKindsAreBoundedAndLimitedToSyncedKinds() {
        Activation only = with(SyncMode.AUTO, new SyncedKinds.Only(Set.of(PODS)));
        read(only, NODES);
        read(only, PODS);
        assertThat(only.desired().first()).containsExactly(PODS);
        assertThat(only.desired().kinds()).hasValue(Set.of(PODS));

        for (int i = 0; i < 2_000; i++) {
            read(activation, new Resource("example.com", "v1", "kind" + i));
        }
        assertThat(activation.desired().first()).hasSizeLessThanOrEqualTo(16);
        long before = activation.revision();
        for (int i = 0; i < 100; i++) {
            read(activation, new Resource("example.com", "v1", "kind" + i));
        }
        assertThat(activation.revision())
                .as("reads of kinds that never arrive cause no new revisions")
                .isEqualTo(before);
    }

    @Test
    void narrowedKindsAreANewRevisionForTheAgent() {
        read(activation, PODS);
        long before = activation.revision();
        activation.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.Only(Set.of(NODES))), READER, now);

        assertThat(activation.revision()).isGreaterThan(before);
        assertThat(activation.desired().kinds()).hasValue(Set.of(NODES));
        assertThat(activation.desired().first()).as("pods are no longer sent").isEmpty();
    }

    @Test
    void objectsAreReleasableAnHourAfterTurnOff() {
        read(activation, PODS);
        pass(Duration.ofHours(5));
        assertThat(activation.releasable(now)).isFalse();
        activation.turnOffIfIdle(now);
        pass(Duration.ofMinutes(59));
        assertThat(activation.releasable(now)).isFalse();
        pass(MINUTE);
        assertThat(activation.releasable(now)).isTrue();
        read(activation, PODS);
        assertThat(activation.releasable(now)).isFalse();
    }
}
