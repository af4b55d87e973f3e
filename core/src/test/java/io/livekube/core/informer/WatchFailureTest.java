package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.testkit.fault.Faults.closeCleanly;
import static io.livekube.testkit.fault.Faults.errorEvent;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.livekube.core.RequestFailure;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Credentials;
import io.livekube.core.http.ApiClient;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorAction;
import io.livekube.testkit.threads.ThreadsMayDie;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Messages for users when a kind can't be followed, temporarily or permanently.
@ThreadsMayDie("a planted defect")
class WatchFailureTest {
    private final BlockingQueue<WatchFailure> told = new LinkedBlockingQueue<>();

    private WatchFailure next() throws InterruptedException {
        WatchFailure failure = told.poll(TestingCluster.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(failure).as("a failure that is told of").isNotNull();
        return failure;
    }

    private InformerFactory informers(TestingCluster cluster) {
        InformerFactory informers = cluster.informers(QuickReflector.LIST);
        informers.addListener(told::add);
        return informers;
    }

    @Test
    void aRefusedListIsReportedWithItsNamespaceAndTheNextRetry() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy
                    .when(list("pods").inNamespace("kube-system"))
                    .then(respond(403).message("not for you"));
            InformerFactory informers = informers(cluster);
            Informer pods = informers.informer(
                    PODS, CollectionScope.namespace("default"), CollectionScope.namespace("kube-system"));
            Instant before = Instant.now();
            informers.start();

            WatchFailure failure = next();
            assertThat(failure.resource()).isEqualTo(PODS);
            assertThat(failure.scope()).isEqualTo(CollectionScope.namespace("kube-system"));
            assertThat(failure.failure()).isInstanceOf(RequestFailure.Forbidden.class);
            assertThat(failure.next())
                    .isInstanceOfSatisfying(
                            ReflectorAction.Wait.class,
                            wait -> assertThat(wait.until()).isAfter(before));
            assertThat(failure.cause()).contains("this account may not list and watch pods", "not for you");
            assertThat(failure.describe()).contains("pods in kube-system: forbidden", "retrying at");
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.awaitSync(TestingCluster.PATIENCE));
            assertThat(told).as("one failure, told once").isEmpty();
        }
    }

    @Test
    void anExpiredWatchIsReportedAndRelistedImmediately() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).then(errorEvent(410));
            InformerFactory informers = informers(cluster);
            informers.informer(PODS);
            informers.start();

            WatchFailure failure = next();
            assertThat(failure.scope()).isEqualTo(CollectionScope.ALL);
            assertThat(failure.failure()).isInstanceOf(RequestFailure.Expired.class);
            assertThat(failure.next()).isInstanceOf(ReflectorAction.FetchPage.class);
            assertThat(failure.cause()).contains("no longer has the last version");
            assertThat(failure.describe()).endsWith("; relisting now");
        }
    }

    @Test
    void aBrokenWatchIsReported() throws Exception {
        try (var cluster = TestingCluster.start()) {
            InformerFactory informers = informers(cluster);
            Informer pods = informers.informer(PODS);
            informers.start();
            cluster.awaitRequests(watch("pods"), 1);
            cluster.createPod("watched");
            cluster.awaitSame(pods);
            cluster.proxy.live(watch("pods")).cut();

            WatchFailure failure = next();
            assertThat(failure.failure()).isInstanceOf(RequestFailure.Transient.class);
            assertThat(failure.next()).isInstanceOf(ReflectorAction.Wait.class);
            assertThat(failure.cause()).contains("cannot follow the server", "ended early");
        }
    }

    @Test
    void neitherTheCleanEndOfAWatchNorClosingIsReported() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).times(2).then(closeCleanly().after(events(1)));
            InformerFactory informers = informers(cluster);
            Informer pods = informers.informer(PODS);
            informers.start();
            for (int watches = 1; watches <= 2; watches++) {
                cluster.awaitRequests(watch("pods"), watches);
                cluster.createPod("pod-" + watches);
            }
            cluster.proxy.requests().await(watch("pods"), 3, r -> r.status().isPresent(), TestingCluster.PATIENCE);
            cluster.awaitSame(pods);
            informers.close();
            await().atMost(TestingCluster.PATIENCE).until(() -> cluster.proxy.connections() == 0);
            assertThat(told).isEmpty();
        }
    }

    @Test
    void aThrowingListenerAffectsNoOneElse() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.proxy.when(list("pods")).times(2).then(respond(500));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            informers.addListener(_ -> {
                throw new IllegalStateException("a listener's own failure");
            });
            informers.addListener(_ -> {
                throw new AssertionError("and an error");
            });
            informers.addListener(told::add);
            Informer pods = informers.informer(PODS);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            assertThat(told).hasSize(2);
            cluster.createPod("later");
            cluster.awaitSame(pods);
        }
    }

    @Test
    void aListenerThatInterruptsItsThreadHoldsUpNothing() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.proxy.when(list("pods")).times(2).then(respond(500));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            informers.addListener(_ -> Thread.currentThread().interrupt());
            Informer pods = informers.informer(PODS);
            informers.start();
            cluster.awaitSame(pods);
            pods.addListener(_ -> Thread.currentThread().interrupt());
            cluster.createPod("later");
            cluster.createPod("last");
            cluster.awaitSame(pods);
        }
    }

    @Test
    void credentialsThatInterruptTheirThreadAreAskedForAgainLater() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            var interrupts = new AtomicInteger(2);
            Informer pods = following(cluster, () -> {
                if (interrupts.getAndDecrement() > 0) {
                    Thread.currentThread().interrupt();
                }
                return Map.of();
            });
            cluster.awaitSame(pods);
            assertThat(told).hasSize(2).allMatch(failure -> failure.next() instanceof ReflectorAction.Wait);
        }
    }

    @Test
    void aReflectorEndedByAForeignInterruptIsReportedAsDead() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(list("pods")).always().then(respond(500));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            CompletableFuture<Thread> following = failing(informers);
            Informer pods = informers.informer(PODS);
            informers.start();
            Thread thread = following.get(TestingCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            await().atMost(TestingCluster.PATIENCE).until(() -> {
                thread.interrupt(); // dies of it only while it waits
                return pods.state() == SyncState.DIED;
            });
            assertThat(pods.status().cause())
                    .startsWith("stopped because of a bug")
                    .contains("InterruptedException");
        }
    }

    @Test
    void aDeadReflectorIsReportedAndLeavesAReadableCache() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            InformerFactory informers = informers(cluster);
            Informer pods = informers.informer(PODS);
            var broken = new AtomicBoolean();
            pods.addListener(_ -> plantedDefect(broken));
            CompletableFuture<Thread> dying = failing(informers);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            broken.set(true);
            cluster.createPod("fatal");

            WatchFailure failure = next();
            assertThat(failure.failure())
                    .isInstanceOfSatisfying(
                            RequestFailure.Defect.class,
                            defect -> assertThat(defect.cause()).hasMessage("a planted defect"));
            assertThat(failure.next()).isEqualTo(new ReflectorAction.Stop());
            assertThat(failure.cause()).startsWith("stopped because of a bug").contains("a planted defect");
            assertThat(pods.state()).isEqualTo(SyncState.STALE);
            assertThat(pods.status().cause()).isEqualTo(failure.cause());
            assertThat(pods.status().report().lastFailure()).contains(failure.failure());
            assertThat(pods.store().get("default", "pod-001")).isPresent();
            pods.relist("in vain");
            assertThat(pods.audit()).isZero();
            assertThat(pods.state()).isEqualTo(SyncState.STALE);

            pods.close();
            assertThat(pods.state()).isEqualTo(SyncState.STOPPED);
            assertThat(dying.get().join(TestingCluster.PATIENCE)).isTrue();
            cluster.awaitSame(informers.informer(PODS));
        }
    }

    @Test
    void aReflectorThatDiesBeforeItIsSyncedIsNotWaitedFor() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            InformerFactory informers = informers(cluster);
            Informer pods = informers.informer(PODS);
            informers.informer(Resource.core("v1", "nodes"));
            pods.addListener(_ -> plantedDefect(new AtomicBoolean(true)));
            CompletableFuture<Thread> dying = failing(informers);
            informers.start();

            SyncResult result = informers.awaitSync(Duration.ofMinutes(5));
            assertThat(result.synced()).hasSize(1);
            assertThat(result.pending()).singleElement().satisfies(status -> {
                assertThat(status.state()).isEqualTo(SyncState.DIED);
                assertThat(status.state().readable()).isFalse();
            });
            assertThatThrownBy(result::orThrow)
                    .hasMessageContainingAll("pods: DIED", "stopped because of a bug", "planted");
            assertThat(pods.awaitSync(Duration.ofMinutes(5))).isFalse();
            assertThat(dying.get().join(TestingCluster.PATIENCE)).isTrue();
        }
    }

    /// Thread of the first failure. It dies shortly after the failure has been reported.
    private static CompletableFuture<Thread> failing(InformerFactory informers) {
        var failing = new CompletableFuture<Thread>();
        informers.addListener(_ -> failing.complete(Thread.currentThread()));
        return failing;
    }

    private static void plantedDefect(AtomicBoolean broken) {
        if (broken.get()) {
            throw new IllegalStateException("a planted defect");
        }
    }

    @Test
    void credentialsThatThrowAreAskedForAgainLater() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            var broken = new AtomicBoolean(true);
            Credentials credentials = () -> {
                if (broken.get()) {
                    throw new IllegalStateException("the vault is shut");
                }
                return Map.of("Authorization", List.of("Bearer t"));
            };
            Informer pods = following(cluster, credentials);
            WatchFailure failure = next();
            assertThat(failure.failure()).isInstanceOf(RequestFailure.NoCredentials.class);
            assertThat(failure.next()).isInstanceOf(ReflectorAction.Wait.class);
            assertThat(failure.cause()).isEqualTo("no credentials to send: the vault is shut");
            assertThat(pods.state()).isEqualTo(SyncState.SYNCING);
            broken.set(false);
            cluster.awaitSame(pods);

            cluster.proxy.requests().await(watch("pods"), 1, r -> r.status().isPresent(), TestingCluster.PATIENCE);
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.state() == SyncState.SYNCED);

            broken.set(true);
            assertThat(pods.audit()).as("an audit that can't ask").isZero();
            assertThat(pods.audits().failed()).isEqualTo(1);
        }
    }

    @Test
    void credentialsThatAreNoHeaderAreAFailureThatDoesNotShowThem() throws Exception {
        try (var cluster = TestingCluster.start()) {
            following(cluster, () -> Map.of("Authorization", List.of("Bearer secret\nInjected: yes")));
            assertThat(List.of(next(), next()))
                    .extracting(WatchFailure::cause)
                    .allSatisfy(cause -> assertThat(cause)
                            .contains("no credentials", "Authorization contains a line break")
                            .doesNotContain("secret"));
        }
    }

    private Informer following(TestingCluster cluster, Credentials credentials) {
        ApiAccess open = ApiAccess.open(cluster.proxy.endpoint().url());
        ApiClient client = cluster.client(
                new ApiAccess(open.server(), open.tls().get(), credentials), TestingCluster.PATIENT_CLIENT);
        InformerFactory informers = cluster.closing(new InformerFactory(client, QuickReflector.LIST.informers()));
        informers.addListener(told::add);
        Informer pods = informers.informer(PODS);
        informers.start();
        return pods;
    }
}
