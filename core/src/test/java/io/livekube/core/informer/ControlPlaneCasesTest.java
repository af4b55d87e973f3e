package io.livekube.core.informer;

import static io.livekube.core.informer.ControlPlaneScene.CONFIG_MAPS;
import static io.livekube.core.informer.ControlPlaneScene.PATIENCE;
import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.testkit.contract.Manifests;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import io.livekube.testkit.fault.Rule;
import io.livekube.testkit.fault.SeenRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The nasty cases for which a real API server must lose its past: it is restarted, or etcd's history compacted.
///
/// Events are the one kind that the API server does not cache: requests for them go to etcd, so that a
/// compaction takes effect immediately.
///
/// All twenty run against the simulator ([NastyListCasesTest], [NastyWatchCasesTest], [NastyHandlerCasesTest],
/// [SyncDiagnosisTest]). On a real API server, of version 1.36:
///
/// | case | cause | test |
/// |---|---|---|
/// | 1 exact-list loop | the server, restarted | here |
/// | 2 no end of the initial events | the proxy, which drops it | [ControlPlaneFaultsTest] |
/// | 3 stale watch closed cleanly | the proxy | [ControlPlaneFaultsTest] |
/// | 4 410 as HTTP status | none: this server sends it as an event, which is tested with 14 | – |
/// | 5 version too large | the server, after the proxy told us of a future version | [ControlPlaneFaultsTest] |
/// | 6 unordered initial events | the server; the proxy cuts them off | [ControlPlaneFaultsTest] |
/// | 7 `resourceVersion=0` | the server; one alone never answers from before what we know | [ControlPlaneFaultsTest] |
/// | 8 410 in mid-pagination | the server, compacted | here |
/// | 9 version sent with `continue` | the server, which would refuse it | [ControlPlaneFaultsTest] |
/// | 10 gzip members in a watch | none: servers compress watches from 1.37 on | – |
/// | 11 half-open connection | the proxy | [ControlPlaneFaultsTest] |
/// | 12 reconnect after WatchList | the proxy, which ends the watch | [ControlPlaneFaultsTest] |
/// | 13 delete and recreate | the server, compacted; the proxy, dropping a deletion | here, [ControlPlaneFaultsTest] |
/// | 14 delete missed | the server, compacted | here |
/// | 15 selector stops matching | the server | [ControlPlaneHandlersTest] |
/// | 16 late handler | the server's changes meanwhile | [ControlPlaneHandlersTest] |
/// | 17 slow handler | the server's changes meanwhile | [ControlPlaneHandlersTest] |
/// | 18 resync that throws | none: a resync involves no server | – |
/// | 19 transform run twice | the server, which adds what is dropped | [ControlPlaneHandlersTest] |
/// | 20 failing kinds | the server refuses two, the proxy delays pods | [ControlPlaneDiagnosisTest] |
@RealControlPlane(isolated = true)
class ControlPlaneCasesTest {
    private static final Resource EVENTS = Resource.core("v1", "events");

    private final ControlPlane plane;
    private final ControlPlaneScene cluster;

    ControlPlaneCasesTest(ControlPlane plane) {
        this.plane = plane;
        this.cluster = ControlPlaneScene.on(plane);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /// Case 1, as it occurs in clusters: a restarted server refuses to watch from before its restart, but
    /// answers LISTs at that same version as long as etcd has it.
    @Test
    void exactListLoopOf133810IsEscaped() throws Exception {
        cluster.scene.createConfigMaps("before");
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST);
        cluster.proxy.stallAll();
        cluster.scene.createEvents("unrelated-but-counted");
        plane.stopApiServer();
        plane.startApiServer();
        cluster.scene.createConfigMaps("after");
        long old = maps.status().report().resourceVersion();
        assertThat(Manifests.version(cluster.api
                        .get(cluster.scene.configMaps(), "limit=500&resourceVersion=" + old)
                        .ok()))
                .as("the loop's way back")
                .isEqualTo(old);

        cluster.proxy.resume();
        cluster.awaitSame(maps, cluster.scene.configMaps());
        assertThat(counters(maps).expired()).isEqualTo(1);
        assertThat(counters(maps).stuck()).isZero();
        List<SeenRequest> lists = cluster.seen(list("configmaps"));
        assertThat(lists).hasSize(2);
        assertThat(lists.getLast().request().query("resourceVersion")).isEmpty();
    }

    @Test
    void apiServerThatStopsLeavesAReadableCacheAndIsFollowedAgain() throws Exception {
        cluster.scene.createConfigMaps("before");
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST);
        var told = new Recorder();
        maps.addHandler(told);
        plane.stopApiServer();
        await().atMost(PATIENCE).until(() -> maps.status().state() == SyncState.STALE);
        assertThat(maps.store().get(cluster.scene.namespace(), "before")).isPresent();
        plane.compact();
        plane.startApiServer();

        cluster.scene.createConfigMaps("after");
        cluster.awaitSame(maps, cluster.scene.configMaps());
        told.awaitSameAs(maps);
        assertThat(told.told()).doesNotContain("lost before");
        await().atMost(PATIENCE).until(() -> maps.status().state() == SyncState.SYNCED);
        assertThat(maps.audit()).isZero();
    }

    /// Case 8: the server offers to continue with the current state of the rest, which would result in a list
    /// that never existed.
    @Test
    void goneInMidPaginationRestartsTheList() throws Exception {
        cluster.scene.createEvents("a", "b", "c", "d", "e");
        Rule held = cluster.proxy.when(list("events").page(2)).always().then(respond(503));
        InformerFactory informers = cluster.informers(
                TestingCluster.PATIENT_CLIENT, QuickReflector.LIST.withPages(2).informers());
        Informer events = informers.informer(EVENTS, CollectionScope.namespace(cluster.scene.namespace()));
        informers.start();
        String token = cluster.proxy
                .requests()
                .await(list("events").page(2), 1, PATIENCE)
                .getFirst()
                .request()
                .query("continue")
                .orElseThrow();
        cluster.delete(cluster.scene.events() + "/a");
        plane.compact();
        String offered = cluster.api
                .get(cluster.scene.events(), "continue=" + token)
                .refused(410, "Expired")
                .at("/metadata/continue")
                .asText();
        assertThat(offered).isNotEmpty();
        // Requests like the informer's are answered from the server's cache, which notices a few seconds later.
        await().atMost(PATIENCE)
                .untilAsserted(() -> cluster.api
                        .get(cluster.scene.events(), "limit=2&continue=" + token)
                        .refused(410, "Expired"));

        held.remove();
        informers.awaitSync(PATIENCE).orThrow();
        cluster.awaitSame(events, cluster.scene.events());
        assertThat(cluster.seen(list("events")))
                .anyMatch(r -> r.status().orElse(0) == 410)
                .noneMatch(r -> r.request().query("continue").equals(Optional.of(offered)));
    }

    /// Cases 13 and 14, and 4: a real server sends 410 inside a watch that it has accepted.
    @Test
    void changesDuringAnOutageAreDeliveredAsTombstonesAndAdditions() throws Exception {
        cluster.scene.createEvents("gone", "kept", "replaced");
        Informer events = cluster.follow(EVENTS, QuickReflector.LIST);
        var told = new Recorder();
        events.addHandler(told);
        told.awaitSameAs(events);
        Rule held = cluster.proxy.when(watch("events")).always().then(respond(429));
        cluster.proxy.live(watch("events")).cut();
        cluster.delete(cluster.scene.events() + "/gone");
        cluster.delete(cluster.scene.events() + "/replaced");
        cluster.scene.createEvents("replaced");
        plane.compact();
        await().atMost(PATIENCE).until(() -> events.status().state() == SyncState.STALE);
        assertThat(events.store().size()).isEqualTo(3);
        held.remove();

        cluster.awaitSame(events, cluster.scene.events());
        told.awaitSameAs(events);
        assertThat(told.told())
                .containsExactly(
                        "present gone",
                        "present kept",
                        "present replaced",
                        "lost gone",
                        "lost replaced",
                        "add replaced");
        assertThat(counters(events).expired()).isEqualTo(1);
        assertThat(cluster.seen(watch("events"))).noneMatch(r -> r.status().orElse(0) == 410);
    }
}
