package io.livekube.agent.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.KindView;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.KindState;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.Faults;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.threads.ThreadsMayDie;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@ThreadsMayDie("a planted defect")
class ClusterFollowerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource SERVICES = Resource.core("v1", "services");
    private static final Resource NODES = Resource.core("v1", "nodes");
    private static final Resource WIDGETS = new Resource("example.org", "v1", "widgets");

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final FaultProxy proxy =
            FaultProxy.before(ApiEndpoint.plain(cluster.simulator().url()));
    private final ApiClient client =
            new ApiClient(ApiAccess.open(proxy.endpoint().url()), ClientConfig.defaults());
    private final Semaphore wakes = new Semaphore(0);
    private final AtomicReference<InstantSource> clock = new AtomicReference<>(InstantSource.system());
    private volatile boolean broken;
    private Optional<ClusterFollower> opened = Optional.empty();

    @AfterEach
    void close() {
        opened.ifPresent(ClusterFollower::close);
        client.close();
        proxy.close();
        cluster.close();
    }

    private ClusterFollower follow(KindSelection selection) {
        return follow(selection, DesiredKinds.ALL);
    }

    private ClusterFollower follow(KindSelection selection, DesiredKinds wanted) {
        var follower = new ClusterFollower(
                client,
                selection,
                wanted,
                InformerConfig.defaults(),
                () -> clock.get().instant(),
                new SplittableRandom(1),
                () -> {
                    if (broken) {
                        throw new IllegalStateException("a planted defect");
                    }
                    wakes.release();
                });
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
        for (KindView view : follower.kinds()) {
            if (view.state() == KindState.SYNCED) {
                kinds.put(
                        view.kind().resource() + "/" + view.kind().resource().version(),
                        view.snapshot().map(Snapshot::size).orElse(-1));
            }
        }
        return kinds;
    }

    private static void awaitSynced(ClusterFollower follower, Map<String, Integer> expected) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).isEqualTo(expected));
    }

    private static KindView pods(ClusterFollower follower) {
        return follower.kinds().getFirst();
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
        KindView first = pods(follower);
        assertThat(first.snapshot().isPresent()).isEqualTo(first.state() == KindState.SYNCED);
    }

    @Test
    void customKindsAppearAndDisappearWithTheirDefinitions() {
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
        assertThat(follower.rememberedDeletions()).isOne();

        follower.sending(_ -> Optional.empty());
        assertThat(follower.rememberedDeletions()).isZero();
    }

    @Test
    void aServerThatGoesAwayMakesKindsStaleWithACause() {
        cluster.createPod("a");
        ClusterFollower follower = follow(podsAnd(CustomKinds.NONE));
        awaitSynced(follower, Map.of("pods/v1", 1));
        cluster.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            KindView pods = pods(follower);
            assertThat(pods.state()).isEqualTo(KindState.STALE);
            assertThat(pods.cause()).contains("cannot follow the server");
            assertThat(pods.snapshot()).isPresent();
            assertThat(pods.objects()).isOne();
        });
    }

    private static List<String> order(ClusterFollower follower) {
        return follower.kinds().stream()
                .map(source -> source.kind().resource().toString())
                .toList();
    }

    @Test
    void otherKindsWaitForUrgentOnes() {
        KindSelection some = KindSelection.of(List.of("Pod", "Service", "Node"), Optional.of(CustomKinds.NONE), false);
        var hanging = Faults.stall().after(Faults.arrival());
        proxy.when(RequestMatcher.list("services")).times(1).then(hanging);
        clock.set(InstantSource.fixed(Instant.now())); // with the clock stopped, the other kinds wait
        ClusterFollower follower = follow(some, new DesiredKinds(Optional.empty(), List.of(SERVICES)));
        assertThat(order(follower)).containsExactly("services", "pods", "nodes");
        assertThat(follower.kinds().getFirst().urgent()).isTrue();
        KindView waiting = follower.kinds().getLast();
        assertThat(waiting.state()).isEqualTo(KindState.SYNCING);
        assertThat(waiting.cause()).contains("waiting for kinds that readers wait for");
        assertThat(cluster.simulator().requests().of("list", "pods")).isZero();

        clock.set(InstantSource.system());
        follower.want(new DesiredKinds(Optional.empty(), List.of(NODES, SERVICES)));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).containsKey("nodes/v1"));
        assertThat(order(follower)).containsExactly("nodes", "services", "pods");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).containsKeys("nodes/v1", "pods/v1"));
    }

    @Test
    void othersBeginAsSoonAsThatIsThere() {
        ClusterFollower follower = follow(podsAnd(CustomKinds.ALL), new DesiredKinds(Optional.empty(), List.of(PODS)));
        assertThat(cluster.simulator().requests().of("list", "customresourcedefinitions.apiextensions.k8s.io"))
                .isZero();
        awaitSynced(follower, Map.of("pods/v1", 0, "customresourcedefinitions.apiextensions.k8s.io/v1", 0));
    }

    @Test
    void aCustomKindThatIsWantedIsFoundThoughItsDefinitionIsNotWanted() {
        cluster.define("widgets", "example.org", "v1");
        cluster.define("gadgets", "example.org", "v1");
        ClusterFollower follower =
                follow(podsAnd(CustomKinds.ALL), new DesiredKinds(Optional.of(Set.of(WIDGETS)), List.of(WIDGETS)));
        awaitSynced(follower, Map.of("widgets.example.org/v1", 0));
        assertThat(cluster.simulator().requests().of("list", "pods")).isZero();
        assertThat(cluster.simulator().requests().of("list", "gadgets.example.org"))
                .isZero();

        follower.want(new DesiredKinds(Optional.of(Set.of(PODS)), List.of()));
        awaitSynced(follower, Map.of("pods/v1", 0));
        follower.want(DesiredKinds.ALL);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synced(follower)).hasSize(4));
    }

    @Test
    void aKindWithADeadReflectorIsReportedAndKeepsItsState() {
        ClusterFollower follower = follow(podsAnd(CustomKinds.NONE));
        awaitSynced(follower, Map.of("pods/v1", 0));
        assertThat(follower.followed().dead()).isEmpty();
        broken = true;
        cluster.createPod("a");
        await().atMost(PATIENCE).untilAsserted(() -> {
            var _ = follower.kinds();
            assertThat(follower.followed().dead()).containsExactly(PODS);
        });
        assertThat(follower.kinds()).singleElement().satisfies(pods -> {
            assertThat(pods.state()).isEqualTo(KindState.STALE);
            assertThat(pods.cause()).contains("stopped because of a bug", "a planted defect");
            assertThat(pods.snapshot()).isPresent();
        });
    }
}
