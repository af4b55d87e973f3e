package io.livekube.core.informer;

import static io.livekube.core.informer.ControlPlaneScene.CONFIG_MAPS;
import static io.livekube.core.informer.ControlPlaneScene.JSON_CLIENT;
import static io.livekube.core.informer.ControlPlaneScene.PATIENCE;
import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.closeCleanly;
import static io.livekube.testkit.fault.Faults.cut;
import static io.livekube.testkit.fault.Faults.dropFrames;
import static io.livekube.testkit.fault.Faults.dropInitialEventsEnd;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.Faults.oldResourceVersion;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import io.livekube.testkit.fault.FrameSelector;
import io.livekube.testkit.fault.SeenRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The nasty cases in which a real API server works correctly, but the network in between does not.
@RealControlPlane
class ControlPlaneFaultsTest {
    private final ControlPlaneScene cluster;

    ControlPlaneFaultsTest(ControlPlane plane) {
        this.cluster = ControlPlaneScene.on(plane);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void watchListIsUnderstood() throws Exception {
        cluster.scene.createConfigMaps("one");
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.WATCH_LIST);
        cluster.scene.createConfigMaps("two");
        awaitSame(maps);
        assertThat(cluster.seen(list("configmaps"))).isEmpty();
        assertThat(counters(maps).watchListFallbacks()).isZero();
    }

    /// Case 2.
    @Test
    void watchListWithoutAnEndFallsBackToAList() throws Exception {
        cluster.scene.createConfigMaps("one", "two");
        cluster.proxy.when(watch("configmaps")).then(dropInitialEventsEnd());
        Informer maps = cluster.follow(
                CONFIG_MAPS, JSON_CLIENT, QuickReflector.WATCH_LIST.withInitialSilence(Duration.ofMillis(500)));
        awaitSame(maps);
        assertThat(counters(maps).watchListFallbacks()).isEqualTo(1);
        assertThat(counters(maps).lists()).isEqualTo(1);
    }

    /// Case 3.
    @Test
    void staleWatchThatAProxyClosesCleanlyCountsAsGone() throws Exception {
        cluster.proxy.when(watch("configmaps")).then(dropFrames(FrameSelector.everyFrame()));
        Informer maps = cluster.follow(CONFIG_MAPS, JSON_CLIENT, QuickReflector.LIST);
        String version = cluster.seen(watch("configmaps"))
                .getFirst()
                .request()
                .query("resourceVersion")
                .orElseThrow();
        cluster.proxy
                .when(watch("configmaps").query("resourceVersion", version))
                .always()
                .then(closeCleanly());
        cluster.scene.createConfigMaps("unseen");
        cluster.proxy.live(watch("configmaps")).cut();

        awaitSame(maps);
        assertThat(counters(maps).expired()).isEqualTo(1);
    }

    /// Case 5: the informer has seen a later version than this server has, as after a restore from a backup. The
    /// server accepts the watch and stays silent; a LIST of a state at least as new waits and then returns 504.
    @Test
    void versionThatIsTooLargeIsWaitedForAndThenDropped() throws Exception {
        cluster.scene.createConfigMaps("one");
        String future = Long.toString(cluster.scene.listVersion() + 1_000_000);
        cluster.proxy.when(list("configmaps")).then(oldResourceVersion(future));
        Informer maps = cluster.follow(
                CONFIG_MAPS,
                JSON_CLIENT.withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20)),
                QuickReflector.LIST.withSilence(Duration.ofMillis(300)));
        cluster.scene.createConfigMaps("two");

        awaitSame(maps);
        assertThat(counters(maps).epochs()).isEqualTo(1);
        assertThat(cluster.seen(list("configmaps").query("resourceVersion", future)))
                .singleElement()
                .satisfies(r -> {
                    assertThat(r.request().query("resourceVersionMatch")).contains("NotOlderThan");
                    assertThat(r.status()).hasValue(504);
                });
        assertThat(maps.status().report().lastFailure().orElseThrow().message())
                .contains("Too large resource version: " + future);
    }

    /// Case 6: a real server sends them by name, here the youngest first.
    @Test
    void versionsOfInitialEventsAreNotTakenUpBeforeTheEnd() throws Exception {
        cluster.scene.createConfigMaps("d", "c", "b", "a");
        cluster.proxy.when(watch("configmaps")).then(cut().after(events(2)));
        Informer maps = cluster.follow(CONFIG_MAPS, JSON_CLIENT, QuickReflector.WATCH_LIST);
        awaitSame(maps);
        assertThat(cluster.seen(list("configmaps")))
                .singleElement()
                .satisfies(r -> assertThat(r.request().query("resourceVersion")).isEmpty());
    }

    /// Case 7. A real server answers such a LIST with all objects in one response, regardless of the limit.
    @Test
    void cachedListIsForTheFirstSyncOnly() throws Exception {
        cluster.scene.createConfigMaps("a", "b", "c", "d", "e");
        cluster.proxy.when(watch("configmaps")).times(3).then(respond(500));
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.CACHED_LIST.withPages(2));
        awaitSame(maps);
        List<SeenRequest> lists = cluster.proxy.requests().await(list("configmaps"), 4, PATIENCE);
        assertThat(lists.getFirst().request().query("resourceVersion")).contains("0");
        assertThat(lists.get(1).request().query("resourceVersionMatch")).contains("NotOlderThan");
        assertThat(cluster.seen(list("configmaps").query("resourceVersion", "0")))
                .hasSize(1);
    }

    /// Case 9.
    @Test
    void pagesNotOlderThanAVersionAreUnderstood() throws Exception {
        cluster.scene.createConfigMaps("a", "b", "c", "d", "e");
        cluster.proxy.when(watch("configmaps")).times(3).then(respond(500));
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST.withPages(2));
        cluster.proxy.requests().await(watch("configmaps"), 4, PATIENCE);
        assertThat(cluster.seen(list("configmaps")))
                .hasSize(6)
                .allMatch(r -> r.status().orElse(0) == 200);
        assertThat(cluster.seen(list("configmaps").query("resourceVersionMatch", "NotOlderThan")))
                .hasSize(1);
        cluster.scene.createConfigMaps("later");
        awaitSame(maps);
    }

    /// Case 11.
    @Test
    void watchesThatAreCutOrHalfOpenAreResumed() throws Exception {
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST.withSilence(Duration.ofSeconds(5)));
        cluster.proxy.live(watch("configmaps")).reset();
        cluster.scene.createConfigMaps("one");
        awaitSame(maps);
        cluster.awaitWatches("configmaps", 2);
        cluster.proxy.live(watch("configmaps")).halfOpen();
        cluster.scene.createConfigMaps("two");
        awaitSame(maps);
    }

    /// Case 12.
    @Test
    void reconnectDoesNotAskForInitialEventsAgain() throws Exception {
        cluster.scene.createConfigMaps("one");
        Informer maps = cluster.follow(CONFIG_MAPS, JSON_CLIENT, QuickReflector.WATCH_LIST);
        var told = new Recorder();
        maps.addHandler(told);
        cluster.proxy.live(watch("configmaps")).closeCleanly();
        cluster.awaitWatches("configmaps", 2);
        cluster.proxy.live(watch("configmaps")).reset();
        List<SeenRequest> watches = cluster.awaitWatches("configmaps", 3);

        assertThat(watches.subList(1, 3)).allSatisfy(w -> {
            assertThat(w.request().query()).doesNotContainKeys("sendInitialEvents", "resourceVersionMatch");
            assertThat(w.request().query("resourceVersion")).isPresent();
            assertThat(w.status()).hasValue(200);
        });
        cluster.scene.createConfigMaps("two");
        awaitSame(maps);
        told.awaitSameAs(maps);
        assertThat(told.told()).containsExactly("present one", "add two");
        assertThat(cluster.seen(list("configmaps"))).isEmpty();
    }

    /// Case 13, where only the deletion itself was lost.
    @Test
    void recreationUnderTheSameNameIsADeletionAndAnAddition() throws Exception {
        cluster.scene.createConfigMaps("one", "two");
        cluster.proxy.when(watch("configmaps")).then(dropFrames(FrameSelector.ofType("DELETED")));
        Informer maps = cluster.follow(CONFIG_MAPS, JSON_CLIENT, QuickReflector.LIST);
        var told = new Recorder();
        maps.addHandler(told);
        cluster.delete(cluster.scene.configMap("one"));
        cluster.scene.createConfigMaps("one");
        awaitSame(maps);
        told.awaitSameAs(maps);
        assertThat(told.told()).containsExactly("present one", "present two", "lost one", "add one");
    }

    private void awaitSame(Informer maps) {
        cluster.awaitSame(maps, cluster.scene.configMaps());
    }
}
