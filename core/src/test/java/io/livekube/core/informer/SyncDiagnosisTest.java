package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.Faults.stall;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.resource;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.livekube.core.handler.HandlerConfig;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.store.IndexFunction;
import io.livekube.core.store.StoreClosedException;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.testkit.fault.Rule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The reasons reported for kinds that are not synced, and immediate errors for wrong calls.
@Tag("slow")
class SyncDiagnosisTest {
    private static final Resource SECRETS = Resource.core("v1", "secrets");
    private static final Resource SERVICES = Resource.core("v1", "services");
    private static final Resource WIDGETS = new Resource("example.org", "v1", "widgets");

    /// Case 20.
    @Test
    void threeKindsThatCannotSyncHoldUpNoneOfTheOthers() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(200);
            cluster.create(BuiltInTypes.SERVICE, "default", "shop");
            cluster.proxy.when(list("pods")).always().then(latency(Duration.ofSeconds(30)));
            cluster.proxy.when(resource("secrets")).always().then(respond(403).message("secrets is forbidden"));
            var client = ClientConfig.defaults().withTimeouts(Duration.ofMillis(800), Duration.ofMillis(800));
            InformerFactory informers = cluster.informers(
                    client, QuickReflector.LIST.withPages(100).informers().withSyncTimeout(Duration.ofSeconds(2)));
            Informer pods = informers.informer(PODS);
            Informer secrets = informers.informer(SECRETS);
            Informer widgets = informers.informer(WIDGETS);
            List<Informer> others = List.of(
                    informers.informer(SERVICES),
                    informers.informer(Resource.core("v1", "nodes")),
                    informers.informer(Resource.core("v1", "namespaces")),
                    informers.informer(new Resource("apps", "v1", "deployments")));
            informers.start();

            SyncResult first = informers.awaitSync(others, TestingCluster.PATIENCE);
            assertThat(first.complete()).isTrue();
            assertThat(pods.status().state()).isNotEqualTo(SyncState.SYNCED);

            await().atMost(TestingCluster.PATIENCE).untilAsserted(() -> {
                SyncResult all = informers.awaitSync(Duration.ofMillis(100));
                assertThat(all.synced()).hasSize(4);
                assertThat(all.pending()).extracting(SyncStatus::resource).containsExactly(PODS, SECRETS, WIDGETS);
                assertThat(pods.status().state()).isEqualTo(SyncState.SYNC_TIMED_OUT);
                assertThat(pods.status().cause()).contains("time out", "page size now");
                assertThat(secrets.status().state()).isEqualTo(SyncState.DENIED);
                assertThat(secrets.status().cause()).contains("may not list and watch secrets", "secrets is forbidden");
                assertThat(widgets.status().state()).isEqualTo(SyncState.NOT_SERVED);
                assertThat(widgets.status().cause()).contains("no resource widgets in example.org/v1", "CRD");
                assertThatThrownBy(all::orThrow)
                        .hasMessageContainingAll(
                                "pods: SYNC_TIMED_OUT", "secrets: DENIED", "widgets.example.org: NOT_SERVED");
            });

            cluster.proxy.heal();
            await().atMost(TestingCluster.PATIENCE)
                    .until(() ->
                            informers.awaitSync(Duration.ofSeconds(1)).synced().size() == 6);
        }
    }

    @Test
    void awaitSyncDoesNotWaitForKindsThatCannotSync() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(resource("secrets")).always().then(respond(403));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer secrets = informers.informer(SECRETS);
            informers.start();
            long start = System.nanoTime();
            assertThat(informers
                            .awaitSync(List.of(secrets), Duration.ofMinutes(5))
                            .complete())
                    .isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TestingCluster.PATIENCE);
        }
    }

    @Test
    @Timeout(180)
    void anInformerThatCannotSyncIsNotWaitedForEither() throws Exception {
        try (var cluster = TestingCluster.start()) {
            Rule denied = cluster.proxy.when(resource("secrets")).always().then(respond(403));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer secrets = informers.informer(SECRETS);
            Informer widgets = informers.informer(WIDGETS);
            informers.start();
            assertThat(secrets.awaitSync(Duration.ofMinutes(5))).isFalse();
            assertThat(secrets.state()).isEqualTo(SyncState.DENIED);
            assertThat(widgets.awaitSync(Duration.ofMinutes(5))).isFalse();
            assertThat(widgets.state()).isEqualTo(SyncState.NOT_SERVED);
            denied.remove();
            await().atMost(TestingCluster.PATIENCE).until(() -> secrets.awaitSync(Duration.ofSeconds(5)));
        }
    }

    @Test
    void aStreamThatIsAcceptedAfterARefusalIsWaitedForAgain() throws Exception {
        try (var cluster = TestingCluster.start()) {
            Rule denied = cluster.proxy.when(resource("secrets")).always().then(respond(403));
            InformerFactory informers = cluster.informers(QuickReflector.WATCH_LIST);
            Informer secrets = informers.informer(SECRETS);
            informers.start();
            await().atMost(TestingCluster.PATIENCE).until(() -> secrets.state() == SyncState.DENIED);

            cluster.proxy.when(watch("secrets")).always().then(stall());
            denied.remove();

            await().atMost(TestingCluster.PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> secrets.state() == SyncState.SYNCING);
        }
    }

    @Test
    void eachKindMayHaveASyncTimeoutOfItsOwn() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(list("pods").or(list("services"))).always().then(latency(Duration.ofSeconds(30)));
            InformerFactory informers = cluster.informers(
                    TestingCluster.PATIENT_CLIENT.withTimeouts(Duration.ofMillis(100), Duration.ofMillis(100)),
                    QuickReflector.LIST.informers().withSyncTimeout(PODS, Duration.ofMillis(200)));
            Informer pods = informers.informer(PODS);
            Informer services = informers.informer(SERVICES);
            informers.start();
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.state() == SyncState.SYNC_TIMED_OUT);
            assertThat(services.state()).isEqualTo(SyncState.SYNCING);
        }
    }

    @Test
    void rightsThatAreTakenAwayLeaveAReadableCache() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            Rule denied = cluster.proxy.when(resource("pods")).always().then(respond(403));
            cluster.proxy.cutAll();
            await().atMost(TestingCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.status().cause()).contains("forbidden"));
            assertThat(pods.status().state()).isEqualTo(SyncState.STALE);
            assertThat(pods.store().size()).isEqualTo(3);
            denied.remove();
            cluster.createPod("later");
            cluster.awaitSame(pods);
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.status().cause().isEmpty());
        }
    }

    @Test
    void aProxyThatAnswers404RemovesNothing() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            cluster.proxy.when(resource("pods")).times(3).then(respond(404));
            cluster.proxy.live(watch("pods")).cut();
            cluster.awaitRequests(watch("pods"), 5);
            assertThat(pods.store().size()).isEqualTo(3);
            cluster.createPod("later");
            cluster.awaitSame(pods);
        }
    }

    @Test
    void mistakesAreReportedImmediately() throws Exception {
        try (var cluster = TestingCluster.start()) {
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(PODS);
            assertThatThrownBy(() -> informers.awaitSync(Duration.ofSeconds(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("started");
            assertThatThrownBy(() -> pods.awaitSync(Duration.ofMinutes(5)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("pods", "before its factory is started");
            informers.start();
            assertThatThrownBy(informers::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("started before");
            assertThatThrownBy(() -> informers.awaitSync(Duration.ofSeconds(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("negative");
            assertThatThrownBy(() -> pods.awaitSync(Duration.ofSeconds(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("negative");
            assertThatThrownBy(() -> informers.informer(PODS, CollectionScope.ALL, CollectionScope.namespace("a")))
                    .hasMessageContaining("each name a namespace");
            assertThatThrownBy(() -> informers.informer(
                            PODS,
                            CollectionScope.namespace("a"),
                            CollectionScope.namespace("a").withLabels("x=y")))
                    .hasMessageContaining("different namespaces");
            assertThatThrownBy(() -> informers.informer(PODS, new CollectionScope[0]))
                    .hasMessageContaining("needs a scope");
            pods.trackOwners().trackOwners();
            informers.close();
            assertThatThrownBy(() -> pods.store().addIndex("late", IndexFunction.ownerUid()))
                    .isInstanceOf(StoreClosedException.class)
                    .hasMessageContaining("late");
            assertThatThrownBy(() -> informers.informer(SECRETS)).hasMessageContaining("closed");
            assertThatThrownBy(informers::start).hasMessageContaining("closed");
        }
    }

    @Test
    void timeoutsThatCannotWorkAreRefused() throws Exception {
        try (var cluster = TestingCluster.start()) {
            var client = cluster.client(ClientConfig.defaults());
            assertThatThrownBy(() -> new InformerFactory(
                            client, InformerConfig.defaults().withSyncTimeout(Duration.ofSeconds(60))))
                    .hasMessageContainingAll("syncTimeout PT1M", "longer than", "headerTimeout PT1M");
            assertThatThrownBy(() -> new InformerFactory(
                            client, InformerConfig.defaults().withSyncTimeout(SECRETS, Duration.ofSeconds(10))))
                    .hasMessageContainingAll("secrets: syncTimeout PT10S", "longer than", "headerTimeout PT1M");
        }
        assertThatThrownBy(() -> ClientConfig.defaults().withTimeouts(Duration.ofSeconds(-1), Duration.ofSeconds(1)))
                .hasMessageContaining("headerTimeout must be positive");
        assertThatThrownBy(() -> InformerConfig.defaults().withSyncTimeout(Duration.ofSeconds(-1)))
                .hasMessageContaining("syncTimeout must be positive");
        assertThatThrownBy(() -> InformerConfig.defaults().withSyncTimeout(PODS, Duration.ZERO))
                .hasMessageContaining("pods: syncTimeout must be positive");
        assertThatThrownBy(() -> HandlerConfig.named("h").withResync(Duration.ZERO))
                .hasMessageContaining("resync period of handler 'h' must be positive");
        assertThatThrownBy(() ->
                        QuickReflector.LIST.withSilence(Duration.ofSeconds(-1)).config())
                .hasMessageContaining("a watch's silence must be positive");
    }
}
