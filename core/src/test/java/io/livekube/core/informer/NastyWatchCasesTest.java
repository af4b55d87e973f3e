package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.closeCleanly;
import static io.livekube.testkit.fault.Faults.cut;
import static io.livekube.testkit.fault.Faults.dropFrames;
import static io.livekube.testkit.fault.Faults.dropInitialEventsEnd;
import static io.livekube.testkit.fault.Faults.duplicateFrames;
import static io.livekube.testkit.fault.Faults.errorEvent;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.Faults.gzipMembers;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.Faults.undecodableFrames;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.requestThat;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.listwatch.CollectionScope;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.testkit.fault.ExchangeOutcome;
import io.livekube.testkit.fault.FrameSelector;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.fault.SeenRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What can go wrong with a watch.
@Tag("slow")
class NastyWatchCasesTest {
    private static final RequestMatcher INITIAL =
            requestThat("with initial events", r -> r.query("sendInitialEvents").isPresent());

    @Test
    void watchListSyncsWithoutAnyList() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(30);
            Informer pods = cluster.syncedPods(QuickReflector.WATCH_LIST);
            cluster.createPod("later");
            cluster.awaitSame(pods);
            assertThat(cluster.seen(list("pods"))).isEmpty();
            assertThat(cluster.seen(watch("pods"))).hasSize(1);
        }
    }

    /// Case 2.
    @Test
    void watchListWithoutAnEndFallsBackToAList() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(30);
            cluster.proxy.when(watch("pods").and(INITIAL)).then(dropInitialEventsEnd());
            Informer pods = cluster.syncedPods(QuickReflector.WATCH_LIST.withInitialSilence(Duration.ofMillis(500)));
            cluster.awaitSame(pods);
            assertThat(counters(pods).watchListFallbacks()).isEqualTo(1);
            assertThat(counters(pods).lists()).isEqualTo(1);
        }
    }

    /// Case 2, where changes keep coming instead of the end.
    @Test
    void watchListWithoutAnEndIsGivenUpThoughChangesKeepComing() throws Exception {
        try (var cluster = TestingCluster.start();
                var changes = Executors.newSingleThreadScheduledExecutor()) {
            cluster.createPods(30);
            cluster.proxy.when(watch("pods").and(INITIAL)).then(dropInitialEventsEnd());
            var ticks = changes.scheduleAtFixedRate(
                    () -> cluster.label("pod-001", "tick", Long.toString(System.nanoTime())),
                    0,
                    50,
                    TimeUnit.MILLISECONDS);
            Informer pods = cluster.syncedPods(QuickReflector.WATCH_LIST.withInitialSilence(Duration.ofMillis(800)));
            ticks.cancel(false);
            changes.shutdown();
            assertThat(changes.awaitTermination(TestingCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            cluster.awaitSame(pods);
        }
    }

    @Test
    void serverThatDoesNotKnowWatchListIsListed() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(30);
            cluster.proxy.when(watch("pods").and(INITIAL)).always().then(respond(422));
            Informer pods = cluster.syncedPods(QuickReflector.WATCH_LIST);
            cluster.awaitSame(pods);
            assertThat(counters(pods).watchListFallbacks()).isEqualTo(1);
        }
    }

    /// Case 3.
    @Test
    void staleWatchThatAProxyClosesCleanlyCountsAsGone() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).then(dropFrames(FrameSelector.everyFrame()));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            String version = cluster.seen(watch("pods"))
                    .getFirst()
                    .request()
                    .query("resourceVersion")
                    .orElseThrow();
            cluster.proxy
                    .when(watch("pods").query("resourceVersion", version))
                    .always()
                    .then(closeCleanly());
            cluster.createPod("unseen");
            cluster.proxy.live(watch("pods")).cut();

            cluster.awaitSame(pods);
            assertThat(counters(pods).expired()).isEqualTo(1);
            assertThat(cluster.seen(watch("pods").query("resourceVersion", version)))
                    .hasSize(3);
        }
    }

    /// Case 6: the later objects of the stream have the lower versions.
    @Test
    void versionsOfInitialEventsAreNotTakenUpBeforeTheEnd() throws Exception {
        try (var cluster = TestingCluster.start()) {
            for (int i = 19; i >= 0; i--) {
                cluster.createPod("pod-%03d".formatted(i));
            }
            cluster.proxy.when(watch("pods").and(INITIAL)).then(cut().after(events(5)));
            Informer pods = cluster.syncedPods(QuickReflector.WATCH_LIST);

            cluster.awaitSame(pods);
            assertThat(cluster.seen(list("pods")).getFirst().request().query("resourceVersion"))
                    .isEmpty();
        }
    }

    @Test
    void initialEventsInAnyOrderOfVersionsAreAllKept() throws Exception {
        try (var cluster = TestingCluster.start()) {
            for (int i = 19; i >= 0; i--) {
                cluster.createPod("pod-%03d".formatted(i));
            }
            Informer pods = cluster.syncedPods(QuickReflector.WATCH_LIST);
            cluster.awaitSame(pods);
            assertThat(pods.store().size()).isEqualTo(20);
        }
    }

    /// Case 10.
    @Test
    void everyGzipMemberOfAWatchIsReadOnArrival() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).always().then(gzipMembers().evenIfNotAccepted());
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            for (int i = 0; i < 5; i++) {
                cluster.createPod("pod-" + i);
                cluster.awaitSame(pods);
            }
            assertThat(cluster.seen(watch("pods"))).hasSize(1);
        }
    }

    /// Case 11.
    @Test
    void halfOpenWatchIsGivenUpAndResumed() throws Exception {
        try (var cluster = TestingCluster.start()) {
            // Two silent watches in a row are listed for, so there must be time to strike the first, and to look.
            Informer pods = cluster.watchedPods(QuickReflector.LIST.withSilence(Duration.ofSeconds(10)));
            cluster.proxy.live(watch("pods")).halfOpen();
            cluster.createPod("unseen");
            cluster.awaitSame(pods);
            assertThat(counters(pods).lists()).isEqualTo(1);
        }
    }

    /// Case 12.
    @Test
    void reconnectDoesNotAskForInitialEventsAgain() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            Informer pods = cluster.watchedPods(QuickReflector.WATCH_LIST);
            cluster.proxy.live(watch("pods")).closeCleanly();
            cluster.proxy
                    .requests()
                    .await(watch("pods"), 2, request -> request.status().isPresent(), TestingCluster.PATIENCE);
            cluster.proxy.live(watch("pods")).reset();
            List<SeenRequest> watches = cluster.awaitRequests(watch("pods"), 3);

            assertThat(watches.subList(1, 3)).allSatisfy(w -> {
                assertThat(w.request().query()).doesNotContainKeys("sendInitialEvents", "resourceVersionMatch");
                assertThat(w.request().query("resourceVersion")).isPresent();
            });
            cluster.createPod("later");
            cluster.awaitSame(pods);
            assertThat(cluster.seen(list("pods"))).isEmpty();
        }
    }

    /// Case 15.
    @Test
    void objectThatNoLongerMatchesTheSelectorIsGoneThoughItLives() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.label("pod-001", "app", "shop");
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer shop = informers.informer(TestingCluster.PODS, CollectionScope.ALL.withLabels("app=shop"));
            var told = new Recorder();
            shop.addHandler(told);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            cluster.awaitRequests(watch("pods"), 1);
            told.awaitTold("present pod-001"); // otherwise its addition and deletion may be merged into nothing

            cluster.label("pod-001", "app", "bank");
            told.awaitTold("delete pod-001");
            cluster.label("pod-001", "app", "shop");
            await().atMost(TestingCluster.PATIENCE).until(() -> shop.store().size() == 1);
            told.awaitSameAs(shop);
            assertThat(told.told()).containsExactly("present pod-001", "delete pod-001", "add pod-001");
            assertThat(cluster.simulator.store().get(BuiltInTypes.POD, "default", "pod-001"))
                    .isPresent();
        }
    }

    @Test
    void eventsReceivedTwiceAreDeliveredOnce() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).then(duplicateFrames(FrameSelector.everyFrame()));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var told = new Recorder();
            pods.addHandler(told);
            cluster.createPod("one");
            cluster.deletePod("one");
            cluster.createPod("two");
            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            assertThat(told.told()).filteredOn(event -> event.equals("add two")).hasSize(1);
            await().atMost(TestingCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(counters(pods).duplicates()).isEqualTo(3));
        }
    }

    @Test
    void anUndecodableEventIsSkippedAndTheNextVersionRepairsIt() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).then(undecodableFrames(FrameSelector.frames(1)));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            cluster.createPod("one");
            cluster.createPod("two");
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.store().get("default", "two").isPresent());
            cluster.label("one", "seen", "yes");
            cluster.awaitSame(pods);
        }
    }

    @Test
    void errorsInsideAWatchDoNotEndIt() throws Exception {
        try (var cluster = TestingCluster.start()) {
            for (int code : new int[] {500, 429, 403}) {
                cluster.proxy.when(watch("pods")).then(errorEvent(code));
            }
            Informer pods = cluster.syncedPods(QuickReflector.LIST);
            cluster.awaitRequests(watch("pods"), 4);
            cluster.createPod("later");
            cluster.awaitSame(pods);
            assertThat(counters(pods).lists()).isEqualTo(1);
        }
    }

    @Test
    void watchesThatBreakOffAreResumedWhereTheyWere() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy
                    .when(watch("pods"))
                    .times(5)
                    .then(cut().after(events(1).andHalf()));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var told = new Recorder();
            pods.addHandler(told);
            cluster.createPods(3);
            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            cluster.proxy.requests().await(watch("pods"), 2, ExchangeOutcome.CUT, TestingCluster.PATIENCE);
        }
    }
}
