package io.livekube.core.informer;

import static io.livekube.core.informer.TestingCluster.PODS;
import static io.livekube.core.informer.TestingCluster.counters;
import static io.livekube.testkit.fault.Faults.dropFrames;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.IndexFunction;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import io.livekube.testkit.fault.FrameSelector;
import io.livekube.testkit.fault.Rule;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// What informers offer beyond following one collection.
class InformerFeaturesTest {

    @Test
    void auditFindsRepairsAndCountsADroppedAddition() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(watch("pods")).then(dropFrames(FrameSelector.named("dropped")));
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            cluster.createPod("dropped");
            cluster.createPod("delivered");
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.store().get("default", "delivered").isPresent());
            assertThat(pods.store().size()).isEqualTo(1);

            assertThat(pods.audit()).isEqualTo(1);

            cluster.awaitSame(pods);
            assertThat(pods.audits()).isEqualTo(new AuditStats(1, 0, 1, 0));
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.status().state() == SyncState.SYNCED);
            assertThat(pods.audit()).isZero();
        }
    }

    @Test
    void auditsThatRunByThemselvesFindADroppedDeletion() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            cluster.proxy.when(watch("pods")).then(dropFrames(FrameSelector.ofType("DELETED")));
            InformerFactory informers = cluster.informers(
                    TestingCluster.PATIENT_CLIENT,
                    QuickReflector.LIST.informers().withAudit(Optional.of(Duration.ofMillis(200))));
            Informer pods = informers.informer(PODS);
            var told = new Recorder();
            pods.addHandler(told);
            informers.start();
            cluster.awaitRequests(watch("pods"), 1);
            told.awaitTold("present pod-001"); // otherwise its addition and deletion may be merged into nothing

            cluster.deletePod("pod-001");
            cluster.awaitSame(pods);
            told.awaitSameAs(pods);
            told.awaitTold("lost pod-001");
            assertThat(pods.audits().ghosts()).isEqualTo(1);
        }
    }

    @Test
    void auditNoticesAHistoryThatWentBack() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(30);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            // Otherwise watches that fail in the meantime might cause a relist before the audit.
            Rule held = cluster.proxy.when(watch("pods")).always().then(respond(429));

            try (Simulator restored = cluster.replacedBy(SimulatorConfig.defaults())) {
                restored.store().create(BuiltInTypes.POD, TestingCluster.manifest("default", "pod-007"));
                cluster.awaitRequests(watch("pods"), 2);
                held.remove();
                cluster.proxy
                        .requests()
                        .await(watch("pods"), 2, request -> request.status().orElse(0) == 200, TestingCluster.PATIENCE);
                await().atMost(TestingCluster.PATIENCE)
                        .until(() -> pods.status().state() == SyncState.SYNCED);

                assertThat(pods.audit()).isEqualTo(30);
                await().atMost(TestingCluster.PATIENCE).until(() -> pods.store().size() == 1);
                assertThat(counters(pods).epochs()).isEqualTo(1);
            }
        }
    }

    @Test
    void auditThatCannotAskIsCountedAndChangesNothing() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            cluster.proxy.when(list("pods")).then(respond(500));
            assertThat(pods.audit()).isZero();
            assertThat(pods.audits()).isEqualTo(new AuditStats(1, 1, 0, 0));
        }
    }

    @Test
    void auditsGoOnAfterOneThatBrokeOff() throws Exception {
        try (var cluster = TestingCluster.start()) {
            Informer pods = cluster.watchedPods(QuickReflector.LIST);
            InformerConfig often = QuickReflector.LIST.informers().withAudit(Optional.of(Duration.ofMillis(50)));
            // The planted bug, which the log shows: a scope that the informer does not have.
            List<CollectionScope> notFollowed = List.of(CollectionScope.namespace("elsewhere"));
            try (var auditor = new Auditor(
                    cluster.client(TestingCluster.PATIENT_CLIENT),
                    pods,
                    notFollowed,
                    often,
                    RandomGenerator.getDefault())) {
                auditor.start();
                await().atMost(TestingCluster.PATIENCE)
                        .until(() -> auditor.stats().failed() >= 2);
            }
        }
    }

    @Test
    void severalNamespacesShareOneCache() throws Exception {
        try (var cluster = TestingCluster.start()) {
            for (String namespace : List.of("default", "kube-system", "kube-public")) {
                cluster.create(BuiltInTypes.POD, namespace, "one");
            }
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(
                    PODS, CollectionScope.namespace("default"), CollectionScope.namespace("kube-system"));
            assertThat(informers.informer(
                            PODS, CollectionScope.namespace("kube-system"), CollectionScope.namespace("default")))
                    .as("the order in which they are named makes no difference")
                    .isSameAs(pods);
            var told = new Recorder();
            pods.addHandler(told);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            cluster.awaitRequests(watch("pods"), 2);
            cluster.create(BuiltInTypes.POD, "kube-system", "two");
            cluster.create(BuiltInTypes.POD, "kube-public", "two");
            cluster.createPod("three");
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.store().size() == 4);
            long lastOfKubeSystem =
                    pods.store().get("kube-system", "two").orElseThrow().resourceVersion();
            await("of kube-system no more is known than its last event")
                    .atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.store().resourceVersion() == lastOfKubeSystem);
            pods.relist("a test");
            cluster.awaitRequests(list("pods"), 4);
            told.awaitSameAs(pods);
            assertThat(pods.store().list())
                    .extracting(KubeObject::key)
                    .containsExactlyInAnyOrder(
                            new ObjectKey("default", "one"),
                            new ObjectKey("default", "three"),
                            new ObjectKey("kube-system", "one"),
                            new ObjectKey("kube-system", "two"));
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.state() == SyncState.SYNCED);
            assertThat(pods.audit()).isZero();
            assertThat(pods.audits().audits()).isEqualTo(1);
        }
    }

    @Test
    void aForbiddenNamespaceIsNamedAndTheOtherIsStillServed() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPod("one");
            cluster.proxy.when(list("pods").inNamespace("kube-system")).always().then(respond(403));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(
                    PODS, CollectionScope.namespace("default"), CollectionScope.namespace("kube-system"));
            informers.start();
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.status().state() == SyncState.DENIED
                            && pods.store().size() == 1);
            assertThat(pods.status().scope()).isEqualTo(CollectionScope.namespace("kube-system"));
            SyncResult result = informers.awaitSync(Duration.ZERO);
            assertThatThrownBy(result::orThrow).hasMessageContaining("pods in kube-system: DENIED");
            assertThat(pods.store().resourceVersion())
                    .as("nothing is claimed as long as a namespace is unknown")
                    .isZero();
        }
    }

    @Test
    void anAuditLooksAtEachNamespaceThatIsFollowedThoughAnotherIsForbidden() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.proxy.when(list("pods").inNamespace("kube-system")).always().then(respond(403));
            cluster.proxy.when(watch("pods").inNamespace("default")).then(dropFrames(FrameSelector.named("dropped")));
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(
                    PODS,
                    CollectionScope.namespace("default"),
                    CollectionScope.namespace("kube-public"),
                    CollectionScope.namespace("kube-system"));
            informers.start();
            cluster.awaitRequests(watch("pods"), 2);
            cluster.createPod("dropped");
            cluster.createPod("delivered");
            cluster.create(BuiltInTypes.POD, "kube-public", "delivered");
            cluster.create(BuiltInTypes.POD, "kube-system", "forbidden");
            await().atMost(TestingCluster.PATIENCE).until(() -> pods.store().size() == 2);
            assertThat(pods.state()).isEqualTo(SyncState.DENIED);

            assertThat(pods.audit()).isEqualTo(1);

            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> pods.store().get("default", "dropped").isPresent());
            assertThat(pods.audits()).isEqualTo(new AuditStats(1, 0, 1, 0));
        }
    }

    @Test
    void aStatusIncludesTheMemoryOfDictionaries() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(100);
            Informer pods = cluster.syncedPods(QuickReflector.LIST);
            int dictionary = pods.format().dictionaryBytes();
            assertThat(dictionary).isPositive();
            assertThat(pods.status().bytes()).isEqualTo(pods.store().bytes() + dictionary);
        }
    }

    @Test
    void fieldSelectorsAreLeftToTheServer() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(3);
            ObjectNode elsewhere = TestingCluster.manifest("default", "elsewhere");
            ((ObjectNode) elsewhere.get("spec")).put("nodeName", "node-2");
            cluster.simulator.store().create(BuiltInTypes.POD, elsewhere);
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(PODS, CollectionScope.ALL.withFields("spec.nodeName=node-2"));
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            assertThat(pods.store().list()).extracting(KubeObject::name).containsExactly("elsewhere");
            cluster.awaitRequests(watch("pods").query("fieldSelector", "spec.nodeName=node-2"), 1);
            assertThat(pods.audit()).isZero();
        }
    }

    @Test
    void ownersLeadFromADeploymentToItsPodsAndBack() throws Exception {
        try (var cluster = TestingCluster.start()) {
            StoredObject deployment = cluster.create(BuiltInTypes.DEPLOYMENT, "default", "shop");
            StoredObject replicas = owned(cluster, BuiltInTypes.REPLICA_SET, "shop-1", "Deployment", deployment);
            owned(cluster, BuiltInTypes.POD, "shop-1-a", "ReplicaSet", replicas);
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer deployments = informers.informer(new Resource("apps", "v1", "deployments"));
            Informer replicaSets = informers
                    .informer(new Resource("apps", "v1", "replicasets"))
                    .trackOwners();
            Informer pods = informers.informer(PODS).trackOwners();
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            owned(cluster, BuiltInTypes.POD, "shop-1-b", "ReplicaSet", replicas);

            KubeObject shop = deployments.store().get("default", "shop").orElseThrow();
            List<KubeObject> sets = replicaSets.ownedBy(shop.uid());
            assertThat(sets).extracting(KubeObject::name).containsExactly("shop-1");
            await().atMost(TestingCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(pods.ownedBy(sets.getFirst().uid()))
                            .extracting(KubeObject::name)
                            .containsExactlyInAnyOrder("shop-1-a", "shop-1-b"));

            KubeObject pod = pods.store().get("default", "shop-1-a").orElseThrow();
            assertThat(informers.ownersOf(pod)).containsExactly(sets.getFirst());
            assertThat(informers.ownersOf(sets.getFirst())).containsExactly(shop);
            assertThat(informers.ownersOf(shop)).isEmpty();
        }
    }

    @Test
    void ownersThatAreNotFollowedOrGoneAreLeftOut() throws Exception {
        try (var cluster = TestingCluster.start()) {
            StoredObject node = cluster.create(BuiltInTypes.NODE, "", "node-1");
            StoredObject replicas = cluster.create(BuiltInTypes.REPLICA_SET, "default", "shop-1");
            owned(cluster, BuiltInTypes.POD, "shop-1-a", "ReplicaSet", replicas);
            owned(cluster, BuiltInTypes.POD, "mirror", "Node", node);
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer pods = informers.informer(PODS);
            informers.start();
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            KubeObject pod = pods.store().get("default", "shop-1-a").orElseThrow();
            KubeObject mirror = pods.store().get("default", "mirror").orElseThrow();
            assertThat(informers.ownersOf(pod)).as("not followed").isEmpty();

            Informer replicaSets = informers.informer(new Resource("apps", "v1", "replicasets"));
            Informer nodes = informers.informer(Resource.core("v1", "nodes"));
            informers.awaitSync(TestingCluster.PATIENCE).orThrow();
            assertThat(informers.ownersOf(pod))
                    .containsExactlyElementsOf(replicaSets.store().list());
            assertThat(informers.ownersOf(mirror))
                    .as("without a namespace")
                    .containsExactlyElementsOf(nodes.store().list());

            long before = replicaSets.store().resourceVersion();
            cluster.simulator.store().delete(BuiltInTypes.REPLICA_SET, "default", "shop-1");
            cluster.create(BuiltInTypes.REPLICA_SET, "default", "shop-1");
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> replicaSets.store().get("default", "shop-1").stream()
                            .anyMatch(set -> set.resourceVersion() > before));
            assertThat(informers.ownersOf(pod))
                    .as("another one of the same name")
                    .isEmpty();
            assertThat(pod.owners())
                    .singleElement()
                    .satisfies(owner -> assertThat(owner.name()).isEqualTo("shop-1"));
        }
    }

    private static StoredObject owned(
            TestingCluster cluster, ResourceType type, String name, String ownerKind, StoredObject owner) {
        ObjectNode object = TestingCluster.manifest("default", name);
        ((ObjectNode) object.get("metadata"))
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", ownerKind)
                .put("name", owner.name())
                .put("uid", owner.toTree().at("/metadata/uid").asText())
                .put("controller", true);
        return cluster.simulator.store().create(type, object);
    }

    @Test
    void customResourcesAppearAndDisappearWithTheirDefinition() throws Exception {
        try (var cluster = TestingCluster.start()) {
            InformerFactory informers = cluster.informers(QuickReflector.LIST);
            Informer widgets = informers.informer(new Resource("example.org", "v1", "widgets"));
            var told = new Recorder();
            widgets.addHandler(told);
            informers.start();
            await().atMost(TestingCluster.PATIENCE).until(() -> widgets.status().state() == SyncState.NOT_SERVED);

            cluster.simulator.store().create(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, widgetDefinition());
            await().atMost(TestingCluster.PATIENCE).until(() -> widgets.status().state() == SyncState.SYNCED);
            cluster.create(widgetType(cluster), "default", "one");
            told.awaitTold("add one");
            assertThat(widgets.store().get("default", "one").orElseThrow().json())
                    .asString()
                    .contains("\"kind\":\"Widget\"", "\"apiVersion\":\"example.org/v1\"");

            ResourceType type = widgetType(cluster);
            cluster.simulator.store().delete(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, "", "widgets.example.org");
            await().atMost(TestingCluster.PATIENCE).until(() -> widgets.store().size() == 0);
            told.awaitSameAs(widgets);
            assertThat(widgets.status().cause()).contains("not served");

            cluster.simulator.store().create(BuiltInTypes.CUSTOM_RESOURCE_DEFINITION, widgetDefinition());
            cluster.create(type, "default", "two");
            await().atMost(TestingCluster.PATIENCE)
                    .until(() -> widgets.store().get("default", "two").isPresent());
        }
    }

    private static ResourceType widgetType(TestingCluster cluster) {
        return cluster.simulator.catalog().find("example.org", "v1", "widgets").orElseThrow();
    }

    private static ObjectNode widgetDefinition() {
        ObjectNode definition = StoredJson.object();
        definition.putObject("metadata").put("name", "widgets.example.org");
        ObjectNode spec =
                definition.putObject("spec").put("group", "example.org").put("scope", "Namespaced");
        spec.putObject("names")
                .put("plural", "widgets")
                .put("singular", "widget")
                .put("kind", "Widget")
                .put("listKind", "WidgetList");
        spec.putArray("versions")
                .addObject()
                .put("name", "v1")
                .put("served", true)
                .put("storage", true)
                .putObject("schema")
                .putObject("openAPIV3Schema")
                .put("type", "object");
        return definition;
    }

    @Test
    void cachesCanBeSeenThroughFabric8sClasses() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(2);
            cluster.label("pod-001", "app", "shop");
            Informer informer = cluster.syncedPods(QuickReflector.LIST);
            TypedView<Pod> pods = informer.typed(Pod.class);
            Pod pod = pods.get("default", "pod-001").orElseThrow();
            assertThat(pod.getMetadata().getLabels()).containsEntry("app", "shop");
            assertThat(pod.getSpec().getNodeName()).isEqualTo("node-1");
            assertThat(pod.getKind()).isEqualTo("Pod");
            assertThat(pods.list("default")).hasSize(2);
            informer.store().addIndex("node", IndexFunction.nodeName());
            assertThat(pods.byIndex("node", "node-1")).hasSize(2);
            assertThat(pods.get("default", "none")).isEmpty();
        }
    }

    /// The fields of a pod that a user needs.
    private record Placement(Metadata metadata, Spec spec) {
        record Metadata(String name, Map<String, String> labels) {}

        record Spec(@JsonProperty("nodeName") String node) {}
    }

    private record Misfit(int spec) {}

    @Test
    void cachesCanBeSeenThroughAnyClassThatJacksonMaps() throws Exception {
        try (var cluster = TestingCluster.start()) {
            cluster.createPods(2);
            cluster.label("pod-001", "app", "shop");
            Informer informer = cluster.syncedPods(QuickReflector.LIST);
            TypedView<Placement> placements = informer.typed(Placement.class);
            assertThat(placements.get("default", "pod-001"))
                    .contains(new Placement(
                            new Placement.Metadata("pod-001", Map.of("app", "shop")), new Placement.Spec("node-1")));
            assertThat(placements.list().map(placement -> placement.spec().node()))
                    .containsExactly("node-1", "node-1");
            assertThatThrownBy(() -> informer.typed(Misfit.class).get("default", "pod-001"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContainingAll("default/pod-001", "can't be read as a Misfit");
        }
    }
}
