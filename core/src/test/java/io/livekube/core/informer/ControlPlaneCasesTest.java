package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.kube.ApiAccess;
import io.livekube.core.kube.ApiClient;
import io.livekube.core.kube.Credentials;
import io.livekube.core.kube.Scope;
import io.livekube.core.model.Resource;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.SeenRequest;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The nasty cases that a real API server can be brought to.
@RealControlPlane(isolated = true)
class ControlPlaneCasesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Resource CONFIG_MAPS = Resource.core("v1", "configmaps");

    private final ControlPlane plane;
    private final FaultProxy proxy;
    private final ApiClient client;
    private String namespace = "";

    ControlPlaneCasesTest(ControlPlane plane) throws Exception {
        this.plane = plane;
        this.proxy = FaultProxy.before(plane.endpoint());
        var access = new ApiAccess(
                proxy.endpoint().url(),
                SSLContext.getDefault(),
                Credentials.bearer(plane.endpoint().token().orElseThrow()));
        this.client = new ApiClient(access, TestingCluster.QUICK_CLIENT.withGzip(true));
    }

    @BeforeEach
    void createNamespace() {
        namespace = "cases-" + Long.toString(System.nanoTime(), 36);
        plane.kubectl("create", "namespace", namespace).outOrThrow();
    }

    @AfterEach
    void close() {
        client.close();
        proxy.close();
    }

    /// The watch notices nothing of the restart, and then asks for a version that the server has never seen.
    @Test
    void versionFromBeforeACompactionAndARestartLeadsToAList() throws Exception {
        create("before");
        try (var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
            Informer maps = follow(informers);
            proxy.stallAll();
            plane.stopApiServer();
            plane.compact();
            plane.startApiServer();
            create("after");
            proxy.resume();
            awaitPresent(maps, "after");
            assertThat(counters(maps).expired()).isEqualTo(1);
            assertThat(counters(maps).lists()).isEqualTo(2);
        }
    }

    @Test
    void apiServerThatStopsLeavesAReadableCacheAndIsFollowedAgain() throws Exception {
        create("before");
        try (var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
            Informer maps = follow(informers);
            var told = new Recorder();
            maps.addHandler(told);
            plane.stopApiServer();
            await().atMost(PATIENCE).until(() -> maps.status().state() == SyncState.STALE);
            assertThat(maps.store().get(namespace, "before")).isPresent();
            plane.compact();
            plane.startApiServer();

            create("after");
            awaitPresent(maps, "after");
            told.awaitSameAs(maps);
            assertThat(told.told()).doesNotContain("lost before");
            await().atMost(PATIENCE).until(() -> maps.status().state() == SyncState.SYNCED);
            assertThat(maps.audit()).isZero();
        }
    }

    @Test
    void watchesThatAreCutOrHalfOpenAreResumed() throws Exception {
        try (var informers = new InformerFactory(
                client, QuickReflector.LIST.withSilence(Duration.ofSeconds(2)).informers())) {
            Informer maps = follow(informers);
            proxy.live(watch("configmaps")).reset();
            create("one");
            awaitPresent(maps, "one");
            proxy.requests().await(watch("configmaps"), 2, r -> r.status().isPresent(), PATIENCE);
            proxy.live(watch("configmaps")).halfOpen();
            create("two");
            awaitPresent(maps, "two");
        }
    }

    @Test
    void watchListIsUnderstood() throws Exception {
        create("one");
        try (var informers = new InformerFactory(client, QuickReflector.WATCH_LIST.informers())) {
            Informer maps = follow(informers);
            awaitPresent(maps, "one");
            create("two");
            awaitPresent(maps, "two");
            assertThat(proxy.requests().matching(list("configmaps"))).isEmpty();
            assertThat(counters(maps).watchListFallbacks()).isZero();
        }
    }

    @Test
    void pagesNotOlderThanAVersionAreUnderstood() throws Exception {
        for (int i = 0; i < 5; i++) {
            create("map-" + i);
        }
        try (var informers =
                new InformerFactory(client, QuickReflector.LIST.withPages(2).informers())) {
            proxy.when(watch("configmaps")).times(3).then(respond(500));
            Informer maps = follow(informers);
            proxy.requests().await(watch("configmaps"), 4, PATIENCE);
            List<SeenRequest> lists = proxy.requests().matching(list("configmaps"));
            assertThat(lists).allMatch(r -> r.status().orElse(0) == 200);
            assertThat(proxy.requests().matching(list("configmaps").query("resourceVersionMatch", "NotOlderThan")))
                    .hasSize(1);
            create("later");
            awaitPresent(maps, "later");
        }
    }

    private Informer follow(InformerFactory informers) throws InterruptedException {
        Informer maps = informers.informer(CONFIG_MAPS, Scope.namespace(namespace));
        informers.start();
        informers.awaitSync(PATIENCE).orThrow();
        proxy.requests().await(watch("configmaps"), 1, r -> r.status().isPresent(), PATIENCE);
        return maps;
    }

    private void create(String name) {
        plane.kubectl("--namespace", namespace, "create", "configmap", name).outOrThrow();
    }

    private void awaitPresent(Informer maps, String name) {
        await().atMost(PATIENCE).until(() -> maps.store().get(namespace, name).isPresent());
    }
}
