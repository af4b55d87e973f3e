package io.livekube.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.protocol.WellKnownKinds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is retained for pages, for how long, and what is evicted first.
@Timeout(60)
class RetainedStatesTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final ReadTarget PODS = ReadTarget.list(Resource.core("v1", "pods"), "");
    private static final ReadTarget NODES = ReadTarget.list(Resource.core("v1", "nodes"), "");

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    private final Cluster cluster = hub.hub().clusters().register("demo").orElseThrow();
    private final Cluster other = hub.hub().clusters().register("other").orElseThrow();
    private final RetainedStates kept =
            new RetainedStates(new ListConfig(Duration.ofSeconds(75), 2, 3, 0, Duration.ZERO));

    private static ReadResult view(long version) {
        return new ReadResult(
                WellKnownKinds.named("Pod").orElseThrow(),
                Snapshot.EMPTY.draft(List.of(), version).snapshot(),
                new Provenance(
                        new Freshness(Freshness.State.FRESH, Optional.of(Duration.ofSeconds(2))),
                        Provenance.Source.MIRROR,
                        Optional.empty(),
                        ""));
    }

    private boolean has(Cluster of, ReadTarget target, long version) {
        return kept.find(of, target, version, START).isPresent();
    }

    @Test
    void stateIsFoundByItsVersionAndAges() {
        kept.keep(cluster, PODS, view(5), START);
        ReadTarget inNamespace = ReadTarget.list(PODS.resource(), "default");

        Instant later = START.plusSeconds(70);
        Freshness freshness = kept.find(cluster, inNamespace, 5, later)
                .orElseThrow()
                .provenance()
                .freshness();
        assertThat(freshness).isEqualTo(new Freshness(Freshness.State.STALE, Optional.of(Duration.ofSeconds(72))));
        assertThat(has(cluster, PODS, 4)).isFalse();
        assertThat(has(other, PODS, 5)).isFalse();
        assertThat(has(cluster, NODES, 5)).isFalse();
    }

    @Test
    void oldestOfAKindIsEvictedFirstAndThenTheOldestOverall() {
        kept.keep(cluster, PODS, view(1), START);
        kept.keep(cluster, PODS, view(2), START.plusMillis(1));
        kept.keep(cluster, PODS, view(3), START.plusMillis(2));
        assertThat(has(cluster, PODS, 1)).isFalse();

        kept.keep(cluster, NODES, view(4), START.plusMillis(3));
        kept.keep(other, PODS, view(5), START.plusMillis(4));
        assertThat(has(cluster, PODS, 2)).isFalse();
        assertThat(has(cluster, PODS, 3)).isTrue();
        assertThat(kept.size()).isEqualTo(3);
    }

    @Test
    void sameVersionIsStoredOnceAndItsRetentionRenewed() {
        kept.keep(cluster, PODS, view(1), START);
        kept.keep(cluster, PODS, view(1), START.plusSeconds(60));
        assertThat(kept.size()).isEqualTo(1);
        assertThat(kept.find(cluster, PODS, 1, START.plusSeconds(130))).isPresent();
    }

    @Test
    void statesExpireWithoutFurtherReads() {
        kept.keep(cluster, PODS, view(1), START);
        kept.expire(START.plusSeconds(75));
        assertThat(kept.size()).isEqualTo(1);
        kept.expire(START.plusSeconds(76));
        assertThat(kept.size()).isZero();
    }
}
