package io.livekube.hub.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// When a cluster is synced: each way on, each way off.
class ActivationTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource NODES = Resource.core("v1", "nodes");
    private static final Resource JOBS = new Resource("batch", "v1", "jobs");
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String SOMEBODY = "by a reader from 127.0.0.1";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Activation activation = with(SyncMode.AUTO, new SyncedKinds.All());

    private Activation with(SyncMode mode, SyncedKinds kinds) {
        return new Activation(ActivationConfig.defaults(), new SyncSettings(mode, kinds), now);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private Optional<SyncTransition> read(Activation cluster, Resource resource) {
        return cluster.read(resource, false, SOMEBODY, now);
    }

    @Test
    void aClusterIsOffUntilSomebodyReadsIt() {
        assertThat(activation.on()).isFalse();
        assertThat(activation.desired().on()).isFalse();
        long before = activation.revision();

        assertThat(read(activation, PODS))
                .hasValueSatisfying(
                        to -> assertThat(to).hasToString("turned on by a read of pods by a reader from 127.0.0.1"));
        assertThat(activation.desired().on()).isTrue();
        assertThat(activation.desired().revision()).isGreaterThan(before);
        assertThat(read(activation, PODS)).as("it is on already").isEmpty();
    }

    @Test
    void afterHalfAnHourWithoutAReaderItIsTurnedOffAndNotBefore() {
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
        assertThat(activation.turnOffIfIdle(now)).as("it is off already").isEmpty();
        assertThat(read(activation, PODS)).as("and on again by the next read").isPresent();
    }

    @Test
    void whatSomebodyHasTurnedOffStaysOffWhoeverLooks() {
        read(activation, PODS);
        assertThat(activation.set(new SyncSettings(SyncMode.OFF, new SyncedKinds.All()), SOMEBODY, now))
                .hasValueSatisfying(to -> assertThat(to.on()).isFalse());

        assertThat(read(activation, PODS)).isEmpty();
        assertThat(activation.opened(PODS, false, SOMEBODY, now)).isEmpty();
        assertThat(activation.contacted(true, now)).isEmpty();
        assertThat(activation.on()).isFalse();
        assertThat(activation.desired().first()).isEmpty();
    }

    @Test
    void backInAutoAnOpenStreamTurnsItOnAtOnceAndNothingElseDoes() {
        activation.set(new SyncSettings(SyncMode.OFF, new SyncedKinds.All()), SOMEBODY, now);
        assertThat(activation.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()), SOMEBODY, now))
                .isEmpty();
        activation.set(new SyncSettings(SyncMode.OFF, new SyncedKinds.All()), SOMEBODY, now);
        activation.opened(PODS, false, SOMEBODY, now);

        assertThat(activation.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()), SOMEBODY, now))
                .isPresent();
        assertThat(activation.on()).isTrue();
    }

    @Test
    void inModeOnItIsNeverIdle() {
        Activation always = with(SyncMode.ON, new SyncedKinds.All());
        assertThat(always.on()).isTrue();
        pass(Duration.ofDays(7));
        assertThat(always.turnOffIfIdle(now)).isEmpty();
        assertThat(always.on()).isTrue();

        always.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.All()), SOMEBODY, now);
        assertThat(always.turnOffIfIdle(now))
                .as("its half hour begins when it is set to auto")
                .isEmpty();
        pass(HALF_AN_HOUR);
        assertThat(always.turnOffIfIdle(now)).isPresent();
    }

    @Test
    void anOpenStreamKeepsItOnAndItsHalfHourBeginsWhenItCloses() {
        activation.opened(PODS, false, SOMEBODY, now);
        activation.opened(PODS, true, SOMEBODY, now);
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
    void anAgentThatPushesWhenItIsFirstHeardOfIsAdopted() {
        assertThat(activation.contacted(true, now)).isPresent();
        assertThat(activation.on()).isTrue();

        Activation other = with(SyncMode.AUTO, new SyncedKinds.All());
        assertThat(other.contacted(false, now)).isEmpty();
        assertThat(other.contacted(true, now))
                .as("later it may only not have heard yet that it is off")
                .isEmpty();
        assertThat(other.on()).isFalse();
    }

    @Test
    void kindsThatAreOnlySyncedWhenAskedForComeAndGo() {
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
        assertThat(asked.revision()).as("the agent hears of it").isGreaterThan(before);
        assertThat(asked.wants(PODS)).isFalse();
    }

    @Test
    void anOpenStreamKeepsItsKind() {
        Activation asked = with(SyncMode.AUTO, new SyncedKinds.OnDemand());
        asked.opened(PODS, false, SOMEBODY, now);
        pass(Duration.ofMinutes(20));
        read(asked, NODES);
        pass(Duration.ofMinutes(20));
        asked.turnOffIfIdle(now);

        assertThat(asked.desired().kinds()).hasValue(Set.of(PODS, NODES));
    }

    @Test
    void whatSomebodyWaitsForComesFirstUntilItHasArrived() {
        read(activation, PODS);
        read(activation, NODES);
        assertThat(activation.desired().first()).containsExactly(NODES, PODS);
        long before = activation.revision();

        read(activation, PODS);
        read(activation, NODES);
        assertThat(activation.revision())
                .as("readers that take turns are no reason to tell the agent anything")
                .isEqualTo(before);
        activation.arrived(NODES::equals);
        assertThat(activation.desired().first()).containsExactly(PODS);
        assertThat(activation.read(JOBS, true, SOMEBODY, now)).isEmpty();
        assertThat(activation.desired().first()).as("the hub has jobs").containsExactly(PODS);
    }

    @Test
    void whatTurnsAClusterOnAgainComesFirstAlthoughItWasSyncedOnce() {
        activation.read(PODS, true, SOMEBODY, now);
        assertThat(activation.desired().first()).containsExactly(PODS);
    }

    @Test
    void theUrgentKindsAreBoundedAndOnlyThoseThatAreSynced() {
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
                .as("kinds that never arrive are no new wish each time somebody looks")
                .isEqualTo(before);
    }

    @Test
    void narrowedKindsAreANewWishForTheAgent() {
        read(activation, PODS);
        long before = activation.revision();
        activation.set(new SyncSettings(SyncMode.AUTO, new SyncedKinds.Only(Set.of(NODES))), SOMEBODY, now);

        assertThat(activation.revision()).isGreaterThan(before);
        assertThat(activation.desired().kinds()).hasValue(Set.of(NODES));
        assertThat(activation.desired().first())
                .as("pods are not sent any more")
                .isEmpty();
    }

    @Test
    void whatIsHeldMayBeLetGoAnHourAfterItWasTurnedOff() {
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
