package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.dropFrames;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.handler.Handler;
import io.livekube.core.handler.HandlerConfig;
import io.livekube.core.handler.HandlerFailureListener;
import io.livekube.core.handler.HandlerRegistration;
import io.livekube.core.handler.HandlerStats;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ProgressListener;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.testkit.fault.FrameSelector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What can go wrong between a cache and its handlers.
@Tag("slow")
class NastyHandlerCasesTest {

    /// Case 13, where only the deletion itself was lost.
    @Test
    void recreationUnderTheSameNameIsADeletionAndAnAddition() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(2);
            cluster.proxy.when(watch("pods")).then(dropFrames(FrameSelector.ofType("DELETED")));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var told = new Recorder();
            pods.addHandler(told);
            cluster.deletePod("pod-000");
            cluster.createPod("pod-000");
            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            assertThat(told.told())
                    .containsExactly("present pod-000", "present pod-001", "lost pod-000", "add pod-000");
        }
    }

    /// Cases 13 and 14, where nothing was seen of it all.
    @Test
    void changesDuringAnOutageAreDeliveredAsTombstonesAndAdditions() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var told = new Recorder();
            pods.addHandler(told);
            told.awaitSameAs(pods);
            cluster.proxy.refuseConnections();
            cluster.proxy.cutAll();
            cluster.deletePod("pod-000");
            cluster.deletePod("pod-001");
            cluster.createPod("pod-001");
            cluster.simulator.compact();
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.status().state() == SyncState.STALE);
            assertThat(pods.store().size()).isEqualTo(3);
            cluster.proxy.heal();

            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            assertThat(told.told().subList(3, told.told().size()))
                    .containsExactly("lost pod-000", "lost pod-001", "add pod-001");
        }
    }

    /// Case 16.
    @Test
    void lateHandlersSeeEveryObjectOnceAndEveryChangeBehindIt() throws Exception {
        try (var cluster = TestingCluster.start()) {
            ClusterGenerator.populate(
                    cluster.simulator.store(), ClusterSpec.defaults().withPods(300), ProgressListener.none());
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            List<Recorder> late = new ArrayList<>();
            try (Churn churn =
                    Churn.start(cluster.simulator.store(), ChurnSpec.defaults().withChangesPerSecond(1000))) {
                for (int i = 1; i <= 10; i++) {
                    long enough = i * 150L;
                    await().atMost(TestingCluster.PATIENCE).until(() -> churn.changes() > enough);
                    var recorder = new Recorder();
                    pods.addHandler(recorder);
                    late.add(recorder);
                }
            }
            cluster.awaitSame(pods);
            late.forEach(recorder -> recorder.awaitSameAs(pods));
        }
    }

    /// Case 17.
    @Test
    void aSlowHandlerGetsTheLatestStateAndDelaysNoOneElse() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(5);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var slow = new Recorder();
            var heldUp = new HeldUp(slow);
            HandlerRegistration registration = pods.addHandler(heldUp, HandlerConfig.named("slow"));
            var quick = new Recorder();
            pods.addHandler(quick);
            heldUp.awaitStanding();

            for (int i = 0; i < 200; i++) {
                cluster.label("pod-%03d".formatted(i % 5), "round", Integer.toString(i));
            }
            for (int i = 0; i < 50; i++) {
                cluster.createPod("passing-" + i);
                cluster.deletePod("passing-" + i);
            }
            // The same pods exist before and after the transient change.
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.store().resourceVersion()
                            == cluster.simulator.store().revision());
            cluster.awaitSame(pods);
            quick.awaitSameAs(pods);

            HandlerStats stats = registration.stats();
            assertThat(stats.name()).isEqualTo("slow");
            assertThat(stats.backlog()).isBetween(5, 9);
            assertThat(stats.coalesced()).isEqualTo(295);
            assertThat(stats.running()).isPositive();
            assertThat(pods.handlers()).extracting(HandlerStats::name).containsExactly("slow", "pods");

            heldUp.letGo();
            slow.awaitSameAs(pods);
            assertThat(slow.told()).hasSize(10).noneMatch(event -> event.contains("passing"));
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> registration.stats().backlog() == 0);
        }
    }

    /// Case 18.
    @Test
    void aResyncContinuesAfterTheHandlerThrows() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            List<Throwable> failures = new CopyOnWriteArrayList<>();
            InformerFactory informers = informers(cluster, failures);
            Informer pods = informers.informer(PODS);
            HandlerRegistration registration = pods.addHandler(
                    new Handler() {
                        @Override
                        public void onUpdate(KubeObject old, KubeObject now) {
                            throw new IllegalStateException("not today");
                        }
                    },
                    HandlerConfig.named("moody").withResync(Duration.ofMillis(50)));
            var calm = new Recorder();
            pods.addHandler(calm, HandlerConfig.named("calm").withResync(Duration.ofMillis(50)));
            var unbothered = new Recorder();
            pods.addHandler(unbothered);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();

            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> registration.stats().resyncs() > 4
                            && registration.stats().failed() > 9);
            calm.awaitTold("again pod-000", "again pod-001", "again pod-002");
            assertThat(failures).isNotEmpty().allSatisfy(f -> assertThat(f).hasMessage("not today"));
            unbothered.awaitSameAs(pods);
            assertThat(unbothered.told()).containsExactly("present pod-000", "present pod-001", "present pod-002");
        }
    }

    @Test
    void aThrowingHandlerAffectsNoOtherHandler() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            List<Throwable> failures = new CopyOnWriteArrayList<>();
            InformerFactory informers = informers(cluster, failures);
            Informer pods = informers.informer(PODS);
            HandlerRegistration registration = pods.addHandler(new Handler() {
                @Override
                public void onAdd(KubeObject object, boolean initial) {
                    throw new AssertionError("an error, not an exception");
                }
            });
            var other = new Recorder();
            pods.addHandler(other);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            cluster.createPod("later");
            cluster.awaitSame(pods);
            other.awaitSameAs(pods);
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> registration.stats().delivered() == 4);
            assertThat(registration.stats().failed()).isEqualTo(4);
            assertThat(failures).hasSize(4);
        }
    }

    @Test
    void aThrowingFailureListenerDoesNotStopDelivery() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            InformerFactory informers = informers(cluster, (_, key, failure) -> {
                switch (key.name()) {
                    case "pod-000" -> throw new StackOverflowError("too deep");
                    case "pod-001" -> throw (IllegalStateException) failure;
                    default -> throw new IllegalArgumentException("no such failure");
                }
            });
            List<String> told = new CopyOnWriteArrayList<>();
            HandlerRegistration registration = informers.informer(PODS).addHandler(new Handler() {
                @Override
                public void onAdd(KubeObject object, boolean initial) {
                    told.add(object.name());
                    throw new IllegalStateException("not today");
                }
            });
            informers.start();
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> registration.stats().failed() == 3);
            cluster.createPod("later");
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> registration.stats().delivered() == 4);
            assertThat(told).containsExactly("pod-000", "pod-001", "pod-002", "later");
            assertThat(registration.stats().failed()).isEqualTo(4);
        }
    }

    @Test
    void aRemovedHandlerGetsNoFurtherCalls() throws Exception {
        try (var cluster = TestingCluster.start()) {
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var told = new Recorder();
            HandlerRegistration registration = pods.addHandler(told);
            var witness = new Recorder();
            pods.addHandler(witness);
            cluster.createPod("before");
            told.awaitTold("add before");
            registration.close();
            cluster.createPod("after");
            witness.awaitTold("add after");
            assertThat(told.told()).containsExactly("add before");
            assertThat(pods.handlers()).hasSize(1);
        }
    }

    @Test
    void aHandlerRemovedAtADeletionDoesNotGetTheSuccessor() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(1);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            var told = new Recorder();
            var registration = new AtomicReference<HandlerRegistration>();
            var leaving = new HeldUp(new Handler() {
                @Override
                public void onAdd(KubeObject object, boolean initial) {
                    told.onAdd(object, initial);
                }

                @Override
                public void onDelete(KubeObject last, boolean finalStateKnown) {
                    told.onDelete(last, finalStateKnown);
                    registration.get().close();
                }
            });
            registration.set(pods.addHandler(leaving, HandlerConfig.named("leaving")));
            leaving.awaitStanding();
            cluster.deletePod("pod-000");
            cluster.createPod("pod-000");
            cluster.awaitSame(pods);
            leaving.letGo();
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals("handler-leaving")));
            assertThat(told.told()).containsExactly("present pod-000", "delete pod-000");
        }
    }

    /// Case 19: dropped fields are dropped once, during decoding.
    @Test
    void objectsAreTransformedOnceAndKeptAsTheyAre() throws Exception {
        try (var cluster = TestingCluster.start()) {
            ObjectNode managed = TestingCluster.manifest("default", "managed");
            ObjectNode metadata = (ObjectNode) managed.get("metadata");
            metadata.putArray("managedFields").addObject().put("manager", "kubectl");
            metadata.putObject("annotations")
                    .put("kubectl.kubernetes.io/last-applied-configuration", "{}")
                    .put("note", "kept");
            cluster.simulator.store().create(BuiltInTypes.POD, managed);
            for (QuickReflector reflector : List.of(QuickReflector.LIST, QuickReflector.WATCH_LIST)) {
                Informer pods = cluster.syncedPods(reflector);
                var told = new Recorder();
                pods.addHandler(told);
                KubeObject before = pods.store().get("default", "managed").orElseThrow();
                assertThat(new String(before.json(), StandardCharsets.UTF_8))
                        .contains("\"note\":\"kept\"", "\"kind\":\"Pod\"")
                        .doesNotContain("managedFields", "last-applied");
                long lists = counters(pods).lists();
                pods.relist("a test");
                await().atMost(TestingCluster.PATIENCE)
                        .until(() ->
                                counters(pods).lists() > lists && pods.status().state() == SyncState.SYNCED);
                assertThat(pods.store().get("default", "managed")).containsSame(before);
                told.awaitSameAs(pods);
                assertThat(told.told()).containsExactly("present managed");
            }
        }
    }

    @Test
    void handlersAddedBeforeTheStartGetTheFirstStateAsInitial() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(PODS);
            assertThat(informers.informer(PODS)).isSameAs(pods);
            var told = new Recorder();
            pods.addHandler(told);
            informers.start();
            told.awaitTold("present pod-000", "present pod-001", "present pod-002");
            pods.close();
            assertThatThrownBy(() -> pods.addHandler(told)).hasMessageContaining("closed");
            assertThat(informers.informer(PODS)).isNotSameAs(pods);
        }
    }

    /// Corresponds to client-go's `isInInitialList`.
    @Test
    void onlyTheFirstStateOfEachNamespaceIsInitial() throws Exception {
        for (QuickReflector reflector : List.of(QuickReflector.LIST, QuickReflector.WATCH_LIST)) {
            try (var cluster = TestingCluster.start()) {
                cluster.create(BuiltInTypes.POD, "a", "a-0");
                cluster.create(BuiltInTypes.POD, "b", "b-0");
                InformerFactory informers = cluster.informers(reflector);
                Informer pods =
                        informers.informer(PODS, CollectionScope.namespace("a"), CollectionScope.namespace("b"));
                var early = new Recorder();
                pods.addHandler(early);
                informers.start();
                informers.awaitSync(TestingCluster.PATIENCE).orThrow();
                early.awaitTold("present a-0", "present b-0");

                cluster.create(BuiltInTypes.POD, "a", "watched");
                early.awaitTold("add watched");
                cluster.proxy.refuseConnections();
                cluster.proxy.cutAll();
                cluster.create(BuiltInTypes.POD, "b", "listed");
                cluster.simulator.compact();
                await().atMost(TestingCluster.PATIENCE)
                        .until(() -> pods.status().state() == SyncState.STALE);
                cluster.proxy.heal();
                early.awaitTold("add listed");

                var late = new Recorder();
                pods.addHandler(late);
                late.awaitSameAs(pods);
                assertThat(late.told())
                        .containsExactlyInAnyOrder("present a-0", "present b-0", "present watched", "present listed");
                assertThat(early.told())
                        .containsExactlyInAnyOrder("present a-0", "present b-0", "add watched", "add listed");
            }
        }
    }

    private static InformerFactory informers(TestingCluster cluster, List<Throwable> failures) {
        var calls = new AtomicInteger();
        return informers(cluster, (handler, key, failure) -> {
            failures.add(failure);
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("the listener for failures fails too");
            }
        });
    }

    private static InformerFactory informers(TestingCluster cluster, HandlerFailureListener failures) {
        return cluster.closing(new InformerFactory(
                cluster.client(TestingCluster.PATIENT_CLIENT),
                QuickReflector.LIST.informers(),
                FormatConfig::defaultsFor,
                InstantSource.system(),
                new SplittableRandom(1),
                failures));
    }
}
