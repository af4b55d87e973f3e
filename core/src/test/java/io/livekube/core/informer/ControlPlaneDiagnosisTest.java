package io.livekube.core.informer;

import static io.livekube.core.informer.ControlPlaneScene.CONFIG_MAPS;
import static io.livekube.core.informer.ControlPlaneScene.PATIENCE;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.testkit.contract.CustomResource;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.Manifests;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import io.livekube.testkit.fault.SeenRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Diagnosis of a real API server that refuses some requests: its message, and ours.
@RealControlPlane
class ControlPlaneDiagnosisTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Resource SECRETS = Resource.core("v1", "secrets");
    private static final Resource SERVICES = Resource.core("v1", "services");

    private final ControlPlane plane;
    private final ControlPlaneScene cluster;
    private final KubeHttp user;
    private final List<CustomResource> definitions = new ArrayList<>();

    ControlPlaneDiagnosisTest(ControlPlane plane) {
        this.plane = plane;
        this.cluster = ControlPlaneScene.unprivilegedOn(plane);
        this.user = KubeHttp.to(plane.unprivilegedEndpoint());
    }

    @AfterEach
    void close() {
        try (user;
                cluster) {
            definitions.forEach(CustomResource::remove);
        }
    }

    private CustomResource widgets() {
        CustomResource widgets = CustomResource.serve(cluster.scene);
        definitions.add(widgets);
        return widgets;
    }

    /// Case 20: pods time out, secrets are forbidden, and a CRD is gone.
    @Test
    void threeKindsThatCannotSyncHoldUpNoneOfTheOthers() throws Exception {
        CustomResource widgets = widgets();
        widgets.remove();
        grant("seeing", "configmaps", "services", "pods", "widgets");
        cluster.scene.createConfigMaps("shop");
        cluster.proxy.when(list("pods")).always().then(latency(Duration.ofMinutes(1)));
        InformerFactory informers = cluster.informers(
                TestingCluster.PATIENT_CLIENT.withTimeouts(Duration.ofMillis(800), Duration.ofSeconds(5)),
                QuickReflector.LIST.withPages(100).informers().withSyncTimeout(Duration.ofSeconds(2)));
        CollectionScope here = CollectionScope.namespace(cluster.scene.namespace());
        Resource widget = new Resource(widgets.group(), "v1", "widgets");
        Informer pods = informers.informer(PODS, here);
        Informer secrets = informers.informer(SECRETS, here);
        Informer gone = informers.informer(widget, here);
        List<Informer> others = List.of(informers.informer(CONFIG_MAPS, here), informers.informer(SERVICES, here));
        informers.start();

        assertThat(informers.awaitSync(others, PATIENCE).complete()).isTrue();
        assertThat(pods.status().state()).isNotEqualTo(SyncState.SYNCED);

        await().atMost(PATIENCE).until(() -> pods.status().state() == SyncState.SYNC_TIMED_OUT);
        await().atMost(PATIENCE).untilAsserted(() -> {
            SyncResult all = informers.awaitSync(Duration.ZERO);
            assertThat(all.synced()).extracting(SyncStatus::resource).containsExactly(CONFIG_MAPS, SERVICES);
            assertThat(all.pending()).extracting(SyncStatus::resource).containsExactly(PODS, SECRETS, widget);
            assertThat(pods.status().cause()).contains("LIST pages time out", "page size now");
            assertThat(secrets.status().state()).isEqualTo(SyncState.DENIED);
            assertThat(secrets.status().cause())
                    .contains(
                            "this account may not list and watch secrets",
                            "User \"livekube:unprivileged\" cannot list resource \"secrets\" in API group \"\"",
                            cluster.scene.namespace());
            assertThat(gone.status().state()).isEqualTo(SyncState.NOT_SERVED);
            assertThat(gone.status().cause())
                    .contains(
                            "no resource widgets in " + widgets.group() + "/v1",
                            "check that its CRD is installed",
                            "404");
        });

        cluster.proxy.heal();
        grant("more", "secrets");
        widgets.serve();
        await().atMost(PATIENCE)
                .until(() -> informers.awaitSync(Duration.ofSeconds(1)).complete());
    }

    @Test
    void rightsThatAreTakenAwayLeaveAReadableCache() throws Exception {
        grant("seeing", "configmaps");
        cluster.scene.createConfigMaps("one");
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST);
        cluster.delete(roles("rolebindings") + "/seeing");
        await().atMost(PATIENCE).untilAsserted(() -> {
            cluster.proxy.live(watch("configmaps")).cut();
            assertThat(maps.status().cause())
                    .contains(
                            "forbidden: 403: ", "User \"livekube:unprivileged\" cannot watch resource \"configmaps\"");
        });
        assertThat(maps.status().state()).isEqualTo(SyncState.STALE);
        assertThat(maps.store().size()).isEqualTo(1);

        cluster.scene.createConfigMaps("two");
        bind("seeing");
        cluster.awaitSame(maps, cluster.scene.configMaps());
        await().atMost(PATIENCE).until(() -> maps.status().cause().isEmpty());
    }

    @Test
    void customResourcesAppearAndDisappearWithTheirDefinition() throws Exception {
        CustomResource widgets = widgets();
        grant("seeing", "configmaps", "widgets");
        widgets.create("one", 1);
        Informer informer = cluster.follow(new Resource(widgets.group(), "v1", "widgets"), QuickReflector.LIST);
        var told = new Recorder();
        informer.addHandler(told);
        told.awaitTold("present one");

        widgets.remove();
        await().atMost(PATIENCE).until(() -> informer.store().size() == 0);
        told.awaitSameAs(informer);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(informer.status().cause()).contains("not served"));

        widgets.serve();
        widgets.create("two", 2);
        told.awaitTold("add two");
        cluster.awaitSame(informer, widgets.widgets());
    }

    @Test
    void anOverloadedServerIsAskedNoMoreOftenThanItAllows() throws Exception {
        grant("seeing", "configmaps");
        cluster.scene.createConfigMaps("one");
        InformerFactory informers = cluster.informers(TestingCluster.PATIENT_CLIENT, QuickReflector.LIST.informers());
        Informer maps = informers.informer(CONFIG_MAPS, CollectionScope.namespace(cluster.scene.namespace()));
        try (var _ = FullHouse.open(plane, cluster.scene)) {
            informers.start();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(maps.status().cause())
                            .startsWith("the server is throttling requests: ")
                            .containsIgnoringCase("too many requests"));
            List<SeenRequest> lists = cluster.proxy.requests().await(list("configmaps"), 2, PATIENCE);
            assertThat(lists.getFirst().status()).hasValue(429);
            assertThat(Duration.between(
                            lists.get(0).request().at(), lists.get(1).request().at()))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(990));
        }
        informers.awaitSync(PATIENCE).orThrow();
        cluster.awaitSame(maps, cluster.scene.configMaps());
    }

    /// Lets the informers' user list, watch and create these resources in this namespace; the first one is of
    /// the core group.
    private void grant(String role, String... resources) {
        cluster.api
                .post(
                        roles("roles"),
                        Manifests.json(
                                "{'metadata':{'name':'%s'},"
                                        + "'rules':[{'apiGroups':['*'],'resources':['%s'],'verbs':['list','watch','create']}]}",
                                role, String.join("\",\"", resources)))
                .created();
        bind(role);
        awaitRight(resources[0]);
    }

    private void bind(String role) {
        cluster.api.post(roles("rolebindings"), Manifests.json("""
                        {'metadata':{'name':'%s'},
                         'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'%1$s'},
                         'subjects':[{'kind':'User','name':'livekube:unprivileged'}]}""", role)).created();
    }

    /// Rights take effect a moment after they are written.
    private void awaitRight(String resource) {
        await().atMost(PATIENCE)
                .until(() -> user.get(cluster.scene.path(resource)).status() == 200);
    }

    private String roles(String resource) {
        return "/apis/rbac.authorization.k8s.io/v1/namespaces/" + cluster.scene.namespace() + "/" + resource;
    }
}
