package io.livekube.agent.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.Source;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.kube.ApiClient;
import io.livekube.core.kube.ClientConfig;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClusterFollowerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final ApiClient client = new ApiClient(cluster.access(), ClientConfig.defaults());
    private final Semaphore wakes = new Semaphore(0);
    private Optional<ClusterFollower> opened = Optional.empty();

    @AfterEach
    void close() {
        opened.ifPresent(ClusterFollower::close);
        client.close();
        cluster.close();
    }

    private ClusterFollower follow(KindSelection selection) {
        var follower = new ClusterFollower(
                client,
                selection,
                InformerConfig.defaults(),
                InstantSource.system(),
                new SplittableRandom(1),
                wakes::release);
        opened = Optional.of(follower);
        follower.start();
        return follower;
    }

    private static KindSelection podsAnd(CustomKinds custom) {
        return KindSelection.of(List.of("Pod"), Optional.of(custom), false);
    }

    /// The synced kinds, with their versions and numbers of objects.
    private static Map<String, Integer> synced(ClusterFollower follower) {
        Map<String, Integer> kinds = new TreeMap<>();
        for (Source source : follower.sources()) {
            if (source.state() == KindState.SYNCED) {
                kinds.put(
                        source.kind().resource() + "/"
                                + source.kind().resource().version(),
                        source.snapshot().map(Snapshot::size).orElse(-1));
            }
        }
        return kinds;
    }

    private static void awaitSynced(ClusterFollower follower, Map<String, Integer> expected) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).isEqualTo(expected));
    }

    private static Source pods(ClusterFollower follower) {
        return follower.sources().getFirst();
    }

    @Test
    void allDefaultKindsAreSyncedThoughMostAreEmpty() {
        ClusterFollower follower = follow(KindSelection.defaults());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower))
                        .hasSize(18)
                        .containsEntry("namespaces/v1", 4)
                        .containsEntry("horizontalpodautoscalers.autoscaling/v2", 0));
    }

    @Test
    void aKindThatIsNotSyncedHasNoSnapshot() {
        ClusterFollower follower = follow(podsAnd(CustomKinds.NONE));
        Source first = pods(follower);
        assertThat(first.snapshot().isPresent()).isEqualTo(first.state() == KindState.SYNCED);
    }

    @Test
    void customKindsComeAndGoWithTheirDefinitions() {
        ClusterFollower follower = follow(podsAnd(CustomKinds.ALL));
        awaitSynced(follower, Map.of("pods/v1", 0, "customresourcedefinitions.apiextensions.k8s.io/v1", 0));

        cluster.define("widgets", "example.org", "v1");
        cluster.createCustom("widgets", "example.org", "v1", "w");
        awaitSynced(
                follower,
                Map.of(
                        "pods/v1", 0,
                        "customresourcedefinitions.apiextensions.k8s.io/v1", 1,
                        "widgets.example.org/v1", 1));

        cluster.undefine("widgets", "example.org");
        awaitSynced(follower, Map.of("pods/v1", 0, "customresourcedefinitions.apiextensions.k8s.io/v1", 0));

        cluster.define("widgets", "example.org", "v1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).containsKey("widgets.example.org/v1"));
    }

    @Test
    void aDefinitionThatStoresAnotherVersionIsFollowedInThat() {
        cluster.define("widgets", "example.org", "v1");
        ClusterFollower follower = follow(podsAnd(CustomKinds.ALL));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).containsKey("widgets.example.org/v1"));

        cluster.define("widgets", "example.org", "v2", "v1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower))
                        .containsKey("widgets.example.org/v2")
                        .doesNotContainKey("widgets.example.org/v1"));
    }

    @Test
    void onlyTheGroupsListedAreFollowedAndOnlyUpToTheLimit() {
        cluster.define("widgets", "example.org", "v1");
        cluster.define("gadgets", "example.org", "v1");
        cluster.define("others", "other.org", "v1");
        ClusterFollower follower =
                follow(podsAnd(CustomKinds.parse("example.org").withLimit(1)));
        awaitSynced(
                follower,
                Map.of(
                        "pods/v1", 0,
                        "customresourcedefinitions.apiextensions.k8s.io/v1", 3,
                        "gadgets.example.org/v1", 0));
    }

    @Test
    void changesWakeAndDeletionsKeepTheirVersions() throws Exception {
        cluster.createPod("a");
        ClusterFollower follower = follow(podsAnd(CustomKinds.NONE));
        awaitSynced(follower, Map.of("pods/v1", 1));
        follower.sending(_ -> Optional.empty());

        wakes.drainPermits();
        long deletedAt = cluster.deletePod("a");
        wakes.acquire();
        cluster.createPod("b");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(pods(follower).snapshot().map(Snapshot::resourceVersion))
                        .hasValueSatisfying(version -> assertThat(version).isGreaterThan(deletedAt)));
        assertThat(pods(follower).removedAt().applyAsLong(new ObjectKey("default", "a")))
                .isEqualTo(deletedAt);
        assertThat(follower.rememberedRemovals()).isOne();

        follower.sending(_ -> Optional.empty());
        assertThat(follower.rememberedRemovals()).isZero();
    }

    @Test
    void aServerThatGoesAwayMakesKindsStaleWithACause() {
        cluster.createPod("a");
        ClusterFollower follower = follow(podsAnd(CustomKinds.NONE));
        awaitSynced(follower, Map.of("pods/v1", 1));
        cluster.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            Source pods = pods(follower);
            assertThat(pods.state()).isEqualTo(KindState.STALE);
            assertThat(pods.cause()).contains("can't be followed");
            assertThat(pods.snapshot()).isPresent();
            assertThat(pods.objects()).isOne();
        });
    }
}
