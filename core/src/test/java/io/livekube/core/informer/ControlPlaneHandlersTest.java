package io.livekube.core.informer;

import static io.livekube.core.informer.ControlPlaneScene.CONFIG_MAPS;
import static io.livekube.core.informer.ControlPlaneScene.PATIENCE;
import static io.livekube.core.informer.TestingCluster.counters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.handler.HandlerRegistration;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.KubeObject;
import io.livekube.testkit.contract.Manifests;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What handlers receive of a real API server's objects, and in which form.
@RealControlPlane
class ControlPlaneHandlersTest {
    private static final int MAPS = 5;

    private final ControlPlaneScene cluster;

    ControlPlaneHandlersTest(ControlPlane plane) {
        this.cluster = ControlPlaneScene.on(plane);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /// Case 15.
    @Test
    void objectThatNoLongerMatchesTheSelectorIsGoneThoughItLives() throws Exception {
        cluster.scene.createConfigMaps("other");
        cluster.scene.create(Manifests.configMap("mine", "app", "shop"));
        InformerFactory informers = cluster.informers(TestingCluster.PATIENT_CLIENT, QuickReflector.LIST.informers());
        Informer shop = informers.informer(
                CONFIG_MAPS,
                CollectionScope.namespace(cluster.scene.namespace()).withLabels("app=shop"));
        informers.start();
        informers.awaitSync(PATIENCE).orThrow();
        cluster.awaitWatches("configmaps", 1);
        var told = new Recorder();
        shop.addHandler(told);

        cluster.label("mine", "app", "bank");
        told.awaitTold("delete mine");
        assertThat(cluster.scene.listNames()).contains("mine");
        cluster.label("mine", "app", "shop");
        told.awaitTold("add mine");
        told.awaitSameAs(shop);
        assertThat(told.told()).containsExactly("present mine", "delete mine", "add mine");
    }

    /// Case 16.
    @Test
    void lateHandlersSeeEveryObjectOnceAndEveryChangeBehindIt() throws Exception {
        createMaps();
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST);
        List<Recorder> late = new ArrayList<>();
        var changes = new AtomicInteger();
        try (var writer = Executors.newSingleThreadExecutor()) {
            Future<?> written = writer.submit(() -> {
                for (int round = 0; round < 30; round++) {
                    change(round, changes);
                }
            });
            for (int i = 0; i < 10; i++) {
                int enough = i * 12;
                await().atMost(PATIENCE).until(() -> changes.get() > enough || written.isDone());
                var recorder = new Recorder();
                maps.addHandler(recorder);
                late.add(recorder);
            }
            written.get();
        }
        awaitSame(maps);
        late.forEach(recorder -> recorder.awaitSameAs(maps));
    }

    /// Case 17.
    @Test
    void aSlowHandlerGetsTheLatestStateAndDelaysNoOneElse() throws Exception {
        createMaps();
        Informer maps = cluster.follow(CONFIG_MAPS, QuickReflector.LIST);
        var slow = new Recorder();
        var heldUp = new HeldUp(slow);
        HandlerRegistration registration = maps.addHandler(heldUp);
        var quick = new Recorder();
        maps.addHandler(quick);
        heldUp.awaitStanding();
        for (int round = 0; round < 10; round++) {
            change(round, new AtomicInteger());
        }
        awaitSame(maps);
        quick.awaitSameAs(maps);
        assertThat(registration.stats().backlog()).isBetween(MAPS - 1, 2 * MAPS);
        assertThat(registration.stats().coalesced()).isPositive();

        heldUp.letGo();
        slow.awaitSameAs(maps);
        assertThat(slow.told()).hasSizeBetween(MAPS, 3 * MAPS);
    }

    /// Case 19: dropped fields, which a real server adds to each object, are dropped once, during decoding.
    @Test
    void objectsAreTransformedOnceAndKeptAsTheyAre() throws Exception {
        ObjectNode annotated = Manifests.configMap("listed");
        annotated
                .withObject("/metadata/annotations")
                .put("kubectl.kubernetes.io/last-applied-configuration", "{}")
                .put("note", "kept");
        assertThat(cluster.scene.create(annotated).at("/metadata/managedFields"))
                .isNotEmpty();
        for (QuickReflector reflector : List.of(QuickReflector.LIST, QuickReflector.WATCH_LIST)) {
            Informer maps = cluster.follow(CONFIG_MAPS, reflector);
            String watched = "watched-" + cluster.scene.listNames().size();
            ((ObjectNode) annotated.get("metadata")).put("name", watched);
            cluster.scene.create(annotated);
            awaitSame(maps);
            List<KubeObject> before = maps.store().list();
            assertThat(before)
                    .allSatisfy(map -> assertThat(new String(map.json(), StandardCharsets.UTF_8))
                            .contains("\"note\":\"kept\"", "\"kind\":\"ConfigMap\"")
                            .doesNotContain("managedFields", "last-applied"));
            var told = new Recorder();
            maps.addHandler(told);
            told.awaitSameAs(maps);
            List<String> present = told.told();

            long lists = counters(maps).lists();
            maps.relist("a test");
            await().atMost(PATIENCE)
                    .until(() -> counters(maps).lists() > lists && maps.status().state() == SyncState.SYNCED);
            for (KubeObject map : before) {
                assertThat(maps.store().get(map.namespace(), map.name())).containsSame(map);
            }
            assertThat(told.told()).isEqualTo(present);
        }
    }

    private void createMaps() {
        for (int i = 0; i < MAPS; i++) {
            cluster.scene.createConfigMaps("map-" + i);
        }
    }

    /// Changes all, and replaces one by another of the same name.
    private void change(int round, AtomicInteger changes) {
        for (int i = 0; i < MAPS; i++) {
            if (i == round % MAPS) {
                cluster.delete(cluster.scene.configMap("map-" + i));
                cluster.scene.createConfigMaps("map-" + i);
            } else {
                cluster.label("map-" + i, "round", "r" + round);
            }
            changes.incrementAndGet();
        }
    }

    private void awaitSame(Informer maps) {
        cluster.awaitSame(maps, cluster.scene.configMaps());
    }
}
