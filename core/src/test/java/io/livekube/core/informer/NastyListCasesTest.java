package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.bytes;
import static io.livekube.testkit.fault.Faults.dropFrames;
import static io.livekube.testkit.fault.Faults.halfOpen;
import static io.livekube.testkit.fault.Faults.head;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.Faults.recordList;
import static io.livekube.testkit.fault.Faults.replayList;
import static io.livekube.testkit.fault.Faults.resourceVersionTooLarge;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.Faults.stall;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.requestThat;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Credentials;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.testkit.fault.FrameSelector;
import io.livekube.testkit.fault.ListRecording;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.fault.Rule;
import io.livekube.testkit.fault.SeenRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What can go wrong with a LIST, and with its version.
@Tag("slow")
class NastyListCasesTest {
    private static final RequestMatcher PAGED =
            requestThat("paged", r -> r.query("limit").isPresent());
    private static final RequestMatcher CONTINUED =
            requestThat("continued", r -> r.query("continue").isPresent());

    /// Case 1: paged LISTs answer the same old state forever, from which no watch is accepted.
    @Test
    void exactListLoopOf133810IsEscaped() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            var old = new ListRecording();
            cluster.proxy.when(list("pods")).then(recordList(old));
            cluster.proxy.when(watch("pods")).then(dropFrames(FrameSelector.everyFrame()));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            String version = old.resourceVersion().orElseThrow();
            cluster.proxy.when(list("pods").and(PAGED)).always().then(replayList(old));
            cluster.proxy
                    .when(watch("pods").query("resourceVersion", version))
                    .always()
                    .then(respond(410));

            cluster.createPod("later");
            cluster.proxy.live(watch("pods")).errorEvent(410);

            cluster.awaitSame(pods);
            assertThat(counters(pods).stuck()).isPositive();
            SeenRequest first = cluster.seen(list("pods")).getFirst();
            List<SeenRequest> whole = cluster.seen(list("pods").and(PAGED.not()));
            assertThat(whole).hasSize(1).allSatisfy(r -> {
                assertThat(r.request().query("resourceVersion")).isEmpty();
                assertThat(r.request().connection())
                        .isNotEqualTo(first.request().connection());
            });
            cluster.createPod("later-still");
            cluster.awaitSame(pods);
        }
    }

    @Test
    void aServerThatNeverAcceptsItsOwnVersionIsAskedEverMoreSeldom() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.proxy.when(watch("pods")).always().then(respond(410));
            Informer pods = cluster.syncedPods(QuickReflector.LIST);

            await().atMost(TestingCluster.PATIENCE).until(() -> counters(pods).stuck() >= 8);

            List<SeenRequest> lists = cluster.seen(list("pods"));
            Duration last = Duration.between(
                    lists.get(lists.size() - 2).request().at(),
                    lists.getLast().request().at());
            assertThat(last).isGreaterThan(Duration.ofMillis(80));
            // Between a LIST and the rejection of the following watch, no failure is reported.
            await().atMost(TestingCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.status().cause()).contains("133810"));
            assertThat(pods.store().size()).isEqualTo(3);
        }
    }

    /// Case 4.
    @Test
    void goneAsHttpStatusLeadsToAList() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).then(dropFrames(FrameSelector.everyFrame()));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            cluster.proxy.when(watch("pods")).then(respond(410));

            cluster.createPod("unseen");
            cluster.proxy.live(watch("pods")).cut();

            cluster.awaitSame(pods);
            assertThat(counters(pods).expired()).isEqualTo(1);
            assertThat(counters(pods).lists()).isEqualTo(2);
        }
    }

    @Test
    void goneAsEventLeadsToAList() throws Exception {
        try (var cluster = TestingCluster.start()) {
            Informer pods = cluster.watchedPods(QuickReflector.LIST);

            // Being asked to wait is no failure; three of those, and the state would be listed without a 410.
            Rule held = cluster.proxy.when(watch("pods")).always().then(respond(429));
            cluster.proxy.live(watch("pods")).cut();
            cluster.createPod("unseen");
            cluster.simulator.compact();
            held.remove();

            cluster.awaitSame(pods);
            assertThat(counters(pods).expired()).isEqualTo(1);
        }
    }

    /// Case 5: a server that lags behind the requested version.
    @Test
    void versionThatIsTooLargeIsWaitedForAndThenDropped() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.proxy.when(watch("pods")).times(3).then(respond(500));
            cluster.proxy
                    .when(list("pods").query("resourceVersionMatch", "NotOlderThan"))
                    .then(resourceVersionTooLarge());
            Informer pods = cluster.syncedPods(QuickReflector.LIST);

            List<SeenRequest> lists = cluster.awaitRequests(list("pods"), 3);
            cluster.awaitRequests(watch("pods"), 4);

            assertThat(lists.get(1).request().query("resourceVersionMatch")).contains("NotOlderThan");
            assertThat(lists.get(2).request().query("resourceVersion")).isEmpty();
            cluster.createPod("later");
            cluster.awaitSame(pods);
        }
    }

    /// Case 5: etcd was restored from a backup, and counts again from a lower version.
    @Test
    void historyThatWentBackBeginsANewEpoch() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(30);
            Informer pods = cluster.watchedPods(QuickReflector.LIST.withSilence(Duration.ofMillis(300)));
            var told = new Recorder();
            pods.addHandler(told);
            told.awaitSameAs(pods);

            var restored = SimulatorConfig.defaults().withTooLargeVersionWait(Duration.ofMillis(100));
            try (Simulator backup = cluster.replacedBy(restored)) {
                backup.store().create(BuiltInTypes.POD, TestingCluster.manifest("default", "pod-007"));
                await().atMost(TestingCluster.PATIENCE)
                        .until(() -> pods.store().size() == 1 && pods.status().state() == SyncState.SYNCED);
                assertThat(counters(pods).epochs()).isEqualTo(1);
                told.awaitTold("lost pod-007", "add pod-007", "lost pod-001");
                told.awaitSameAs(pods);
            }
        }
    }

    /// The new epoch's version overtakes a namespace that has not noticed: its watch would continue in an
    /// unknown history.
    @Test
    void whenHistoryGoesBackForOneNamespaceTheOthersAreRelisted() throws Exception {
        try (var cluster = TestingCluster.start()) {
            for (int i = 0; i < 15; i++) {
                cluster.create(BuiltInTypes.POD, "a", "old-" + i);
                cluster.create(BuiltInTypes.POD, "b", "old-" + i);
            }
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(PODS, CollectionScope.namespace("a"), CollectionScope.namespace("b"));
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            cluster.proxy
                    .requests()
                    .await(watch("pods"), 2, request -> request.status().isPresent(), TestingCluster.PATIENCE);
            cluster.proxy.when(watch("pods").inNamespace("a")).then(respond(410));
            Rule held =
                    cluster.proxy.when(watch("pods").inNamespace("b")).always().then(respond(429));

            try (Simulator backup = cluster.replacedBy(SimulatorConfig.defaults())) {
                backup.store().create(BuiltInTypes.POD, TestingCluster.manifest("a", "new"));
                await().atMost(TestingCluster.PATIENCE)
                        .until(() -> pods.store().list("a").size() == 1);
                for (int i = 0; i < 50; i++) {
                    backup.store().create(BuiltInTypes.POD, TestingCluster.manifest("b", "new-%02d".formatted(i)));
                }
                held.remove();
                await().atMost(TestingCluster.PATIENCE)
                        .untilAsserted(() -> assertThat(pods.store().list("b"))
                                .hasSize(50)
                                .allMatch(pod -> pod.name().startsWith("new")));
                assertThat(pods.store().snapshot().epoch()).isEqualTo(1);
            }
        }
    }

    /// Case 7: `resourceVersion=0` may answer with the past, so it is only ever asked first.
    @Test
    void cachedListIsForTheFirstSyncOnly() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.proxy.when(watch("pods")).times(4).then(respond(500));
            cluster.proxy.when(watch("pods")).times(2).then(respond(410));
            Informer pods = cluster.syncedPods(QuickReflector.CACHED_LIST);

            List<SeenRequest> lists = cluster.awaitRequests(list("pods"), 3);
            assertThat(lists.getFirst().request().query("resourceVersion")).contains("0");
            assertThat(lists.subList(1, lists.size()))
                    .noneMatch(r -> r.request().query("resourceVersion").equals(Optional.of("0")));
            cluster.awaitSame(pods);
        }
    }

    @Test
    void aListOlderThanTheCacheIsNotBelievedUnlessItIsCurrent() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            var old = new ListRecording();
            cluster.proxy.when(list("pods")).then(recordList(old));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            cluster.createPod("later");
            cluster.awaitSame(pods);
            var told = new Recorder();
            pods.addHandler(told);
            cluster.proxy
                    .when(list("pods").query("resourceVersionMatch", "NotOlderThan"))
                    .then(replayList(old));
            cluster.proxy.when(watch("pods")).times(3).then(respond(500));
            cluster.proxy.live(watch("pods")).cut();

            cluster.awaitRequests(list("pods"), 3);
            cluster.createPod("last");
            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            assertThat(told.told()).doesNotContain("lost later");
        }
    }

    /// Case 8: and the token for an inconsistent continuation is not taken up.
    @Test
    void goneInMidPaginationRestartsTheListAndThenListsUnpaged() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(35);
            cluster.proxy.when(list("pods").page(2)).times(2).then(respond(410).continueToken("inconsistent"));
            Informer pods = cluster.syncedPods(QuickReflector.LIST.withPages(10));

            cluster.awaitSame(pods);
            List<SeenRequest> lists = cluster.seen(list("pods"));
            assertThat(lists).noneMatch(r -> r.request().query("continue").equals(Optional.of("inconsistent")));
            assertThat(lists.getLast().request().query()).doesNotContainKeys("limit", "continue", "resourceVersion");
        }
    }

    @Test
    void aContinueTokenThatIsNotUnderstoodIsNotSentForEver() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(35);
            cluster.proxy.when(list("pods").page(3)).then(respond(400).message("continue key is not valid"));
            Informer pods = cluster.syncedPods(QuickReflector.LIST.withPages(10));
            cluster.awaitSame(pods);
        }
    }

    /// Case 9.
    @Test
    void continuedPagesCarryNeitherVersionNorMatch() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(35);
            cluster.proxy.when(watch("pods")).times(3).then(respond(500));
            Informer pods = cluster.syncedPods(QuickReflector.LIST.withPages(10));
            cluster.awaitRequests(watch("pods"), 4);

            cluster.awaitSame(pods);
            assertThat(cluster.seen(list("pods").query("resourceVersionMatch", "NotOlderThan")))
                    .hasSize(1);
            assertThat(cluster.seen(list("pods").and(CONTINUED)))
                    .hasSize(6)
                    .allSatisfy(r -> assertThat(r.request().query())
                            .doesNotContainKeys("resourceVersion", "resourceVersionMatch"));
        }
    }

    /// Case 11, for LISTs.
    @Test
    void pagesThatNeverArriveAreRequestedSmallerUntilTheyAreQuick() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(100);
            cluster.proxy.when(list("pods").page(1)).then(halfOpen());
            cluster.proxy.when(list("pods").page(2)).then(stall().after(bytes(500)));
            // Long enough that no other page times out, even on a busy machine.
            var client = ClientConfig.defaults().withTimeouts(Duration.ofSeconds(4), Duration.ofSeconds(4));
            InformerFactory informers =
                    cluster.informers(client, QuickReflector.LIST.withPages(40).informers());
            Informer pods = informers.informer(PODS);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();

            cluster.awaitSame(pods);
            assertThat(cluster.seen(list("pods")))
                    .extracting(r -> r.request().query("limit").orElse(""))
                    .startsWith("40", "20")
                    .contains("10");
            assertThat(counters(pods).timedOutPages()).isEqualTo(2);
            assertThat(pods.status().report().lastFailure().orElseThrow().message())
                    .startsWith("LIST page 2: ")
                    .endsWith("(page size 20 → 10)");

            await().atMost(TestingCluster.PATIENCE).until(() -> {
                pods.relist("to see more pages");
                return pods.status().report().pageSize() == 40;
            });
            cluster.awaitSame(pods);
            assertThat(counters(pods).timedOutPages()).isEqualTo(2);
        }
    }

    @Test
    void retryAfterIsKeptToAndNothingIsListedAgain() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(35);
            cluster.proxy.when(list("pods").page(2)).then(respond(429).retryAfter(Duration.ofSeconds(1)));
            cluster.proxy.when(watch("pods")).then(respond(503).retryAfter(Duration.ofSeconds(1)));
            Informer pods = cluster.syncedPods(QuickReflector.LIST.withPages(20));

            List<SeenRequest> watches = cluster.awaitRequests(watch("pods"), 2);

            List<SeenRequest> lists = cluster.seen(list("pods"));
            assertThat(lists).hasSize(3);
            assertThat(between(lists.get(1), lists.get(2))).isGreaterThanOrEqualTo(Duration.ofMillis(990));
            assertThat(between(watches.get(0), watches.get(1))).isGreaterThanOrEqualTo(Duration.ofMillis(990));
            assertThat(watches.get(1).request().query("resourceVersion"))
                    .isEqualTo(watches.get(0).request().query("resourceVersion"));
            cluster.awaitSame(pods);
        }
    }

    @Test
    void credentialsAreRefreshedWhenTheyAreNoLongerAccepted() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("second"))) {
            cluster.createPods(3);
            var refreshes = new AtomicInteger();
            var rotating = new Credentials() {
                @Override
                public Map<String, List<String>> headers() {
                    return Map.of("Authorization", List.of("Bearer " + (refreshes.get() == 0 ? "first" : "second")));
                }

                @Override
                public void refresh() {
                    refreshes.incrementAndGet();
                }
            };
            var access = new ApiAccess(cluster.proxy.endpoint().url(), SSLContext.getDefault(), rotating);
            try (var client = new ApiClient(access, TestingCluster.PATIENT_CLIENT);
                    var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
                Informer pods = informers.informer(PODS);
                informers.start();
                informers.awaitSync(TestingCluster.PATIENCE).orThrow();
                assertThat(pods.store().size()).isEqualTo(3);
                assertThat(refreshes).hasValue(1);
            }
        }
    }

    @Test
    void compressedListsAreRead() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(1200);
            var client = TestingCluster.PATIENT_CLIENT.withGzip(true);
            InformerFactory informers = cluster.informers(
                    client, QuickReflector.LIST.withPages(5000).informers());
            Informer pods = informers.informer(PODS);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();

            cluster.awaitSame(pods);
            assertThat(pods.status().report().bytes()).isGreaterThan(200_000);
            assertThat(cluster.seen(list("pods")))
                    .hasSize(1)
                    .allSatisfy(r -> assertThat(r.bytes()).isLessThan(100_000));
            assertThat(pods.audit()).isZero();
        }
    }

    @Test
    void anErrorWithEndlessTextIsStillAnError() throws Exception {
        try (var cluster = TestingCluster.start(SimulatorConfig.defaults().withToken("secret"))) {
            cluster.proxy.when(list("pods")).always().then(stall().after(head()));
            var client = ClientConfig.defaults().withTimeouts(Duration.ofMillis(800), Duration.ofMillis(500));
            InformerFactory informers = cluster.informers(client, QuickReflector.LIST.informers());
            Informer pods = informers.informer(PODS);
            informers.start();
            await().atMost(TestingCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.status().cause()).contains("401"));
        }
    }

    @Test
    void aLateAnswerToTheFirstPageIsNotTakenForAnother() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(60);
            Informer pods = cluster.watchedPods(QuickReflector.LIST.withPages(10));
            var told = new Recorder();
            pods.addHandler(told);
            cluster.proxy.when(list("pods")).always().then(latency(Duration.ofMillis(30)));
            for (int i = 0; i < 10; i++) {
                int pages = 1 + i % 4;
                pods.relist("a test");
                await().atMost(TestingCluster.PATIENCE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> pods.status().report().pages() >= pages);
            }
            cluster.createPod("later");
            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            assertThat(told.told()).noneMatch(event -> event.startsWith("lost"));
        }
    }

    private static Duration between(SeenRequest one, SeenRequest other) {
        return Duration.between(one.request().at(), other.request().at());
    }
}
