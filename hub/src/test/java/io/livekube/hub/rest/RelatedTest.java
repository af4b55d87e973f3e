package io.livekube.hub.rest;

import static io.livekube.hub.TestingBatches.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.hub.TestingBatches;
import io.livekube.hub.TestingHub;
import io.livekube.hub.mirror.KindMirror;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Relations of an object to others: each kind of edge, seen from both ends.
@Timeout(60)
class RelatedTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TestingHub HUB = TestingHub.start();

    /// A shop: an ingress leads to a service, which selects the pods of a deployment that an autoscaler scales.
    @BeforeAll
    static void sync() throws Exception {
        ObjectNode batch = JSON.createObjectNode();
        batch.put("SessionId", SESSION).put("SequenceNumber", 1).put("SyncType", "full");
        batch.putObject("Hello").put("Agent", "t").put("Kubernetes", "v1.36.3").put("ClusterUid", "u");
        ObjectNode kinds = batch.putObject("Snapshots");
        add(kinds, "Node", "", "node-1", "", "{}");
        add(kinds, "Deployment", "shop", "web", "", "{}");
        add(kinds, "ReplicaSet", "shop", "web-1", "apps/v1 Deployment web", "{}");
        add(kinds, "ReplicaSet", "other", "web-1", "", "{}");
        add(kinds, "HorizontalPodAutoscaler", "shop", "scaler", "", """
                {"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}}""");
        add(kinds, "Service", "shop", "front", "", """
                {"selector":{"app":"web-1-a"}}""");
        add(kinds, "Service", "shop", "headless", "", "{}");
        add(kinds, "Ingress", "shop", "door", "", """
                {"rules":[{"http":{"paths":[{"backend":{"service":{"name":"front"}}}]}}]}""");
        add(kinds, "ConfigMap", "shop", "settings", "", "{}");
        add(kinds, "ConfigMap", "shop", "flags", "", "{}");
        add(kinds, "Secret", "shop", "keys", "", "{}");
        add(kinds, "ServiceAccount", "shop", "runner", "", "{}");
        add(kinds, "PersistentVolumeClaim", "shop", "data", "", """
                {"volumeName":"disk-7"}""");
        add(kinds, "PersistentVolume", "", "disk-7", "", """
                {"claimRef":{"namespace":"shop","name":"data"}}""");
        add(kinds, "Pod", "shop", "web-1-a", "apps/v1 ReplicaSet web-1", """
                {"nodeName":"node-1","serviceAccountName":"runner","volumes":[
                  {"name":"d","persistentVolumeClaim":{"claimName":"data"}},
                  {"name":"c","projected":{"sources":[{"configMap":{"name":"settings"}}]}}],
                 "initContainers":[{"name":"i","envFrom":[{"secretRef":{"name":"keys"}}]}],
                 "containers":[{"name":"m","env":[{"name":"F","valueFrom":{"configMapKeyRef":{"name":"flags","key":"f"}}}]}]}""");
        add(kinds, "Pod", "shop", "web-1-b", "apps/v1 ReplicaSet web-1", "{}");
        HttpResponse<String> taken = HUB.post("demo", batch.toString());
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
        addUnreadablePod();
    }

    /// Adds a pod with a field name so long that parsing it fails; it must not hide other objects.
    private static void addUnreadablePod() throws Exception {
        KindMirror pods = HUB.hub()
                .clusters()
                .find("demo")
                .orElseThrow()
                .mirror()
                .kind(Resource.core("v1", "pods"))
                .orElseThrow();
        byte[] odd = TestingBatches.pod("shop", "a-first", 1_000)
                .replace("\"nodeName\":\"node-1\"", "\"" + "settings".repeat(8_000) + "\":1")
                .getBytes(StandardCharsets.UTF_8);
        Draft next = pods.store().snapshot().draft().put(pods.decode(odd, 0, odd.length));
        pods.publish(next.at(1_000), Map.of(), Instant.now());
    }

    @AfterAll
    static void stop() {
        HUB.close();
    }

    /// @param owner for example "apps/v1 ReplicaSet web-1"; empty for none
    private static void add(ObjectNode kinds, String kind, String namespace, String name, String owner, String spec)
            throws Exception {
        ObjectNode object = JSON.createObjectNode();
        ObjectNode metadata = object.putObject("metadata")
                .put("name", name)
                .put("uid", uid(kind, name))
                .put("resourceVersion", Integer.toString(kinds.size() + 1));
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.putObject("labels").put("app", name);
        if (!owner.isEmpty()) {
            List<String> words = List.of(owner.split(" ", -1));
            metadata.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", words.get(0))
                    .put("kind", words.get(1))
                    .put("name", words.get(2))
                    .put("uid", uid(words.get(1), words.get(2)));
        }
        object.set("spec", JSON.readTree(spec));
        kinds.withArray(kind).add(object);
    }

    private static String uid(String kind, String name) {
        return UUID.nameUUIDFromBytes((kind + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static List<String> edges(String object) throws Exception {
        HttpResponse<String> answer = HUB.get("/api/v1/clusters/demo/related/" + object);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode graph = JSON.readTree(answer.body());
        List<String> ids = new ArrayList<>();
        graph.path("nodes").forEach(node -> ids.add(node.path("id").asText()));
        List<String> edges = new ArrayList<>();
        for (JsonNode edge : graph.path("edges")) {
            assertThat(ids).contains(edge.path("from").asText(), edge.path("to").asText());
            edges.add("%s %s %s"
                    .formatted(
                            edge.path("from").asText(),
                            edge.path("relation").asText(),
                            edge.path("to").asText()));
        }
        return edges;
    }

    private static final String RUNS = "pods/shop/web-1-a runs on nodes/-/node-1";
    private static final String SCALES =
            "horizontalpodautoscalers.autoscaling/shop/scaler scales deployments.apps/shop/web";
    private static final String OWNS_SET = "deployments.apps/shop/web owns replicasets.apps/shop/web-1";
    private static final String OWNS_A = "replicasets.apps/shop/web-1 owns pods/shop/web-1-a";
    private static final String OWNS_B = "replicasets.apps/shop/web-1 owns pods/shop/web-1-b";
    private static final String SELECTS = "services/shop/front selects pods/shop/web-1-a";
    private static final String ROUTES = "ingresses.networking.k8s.io/shop/door routes to services/shop/front";
    private static final String BOUND = "persistentvolumeclaims/shop/data bound to persistentvolumes/-/disk-7";

    private static String uses(String what) {
        return "pods/shop/web-1-a uses " + what;
    }

    @Test
    void podIsRelatedToItsOwnersNodeReferencesAndServices() throws Exception {
        assertThat(edges("pods/shop/web-1-a"))
                .containsExactlyInAnyOrder(
                        OWNS_A,
                        OWNS_SET,
                        RUNS,
                        SELECTS,
                        uses("serviceaccounts/shop/runner"),
                        uses("persistentvolumeclaims/shop/data"),
                        uses("configmaps/shop/settings"),
                        uses("configmaps/shop/flags"),
                        uses("secrets/shop/keys"));
    }

    @Test
    void ownerIsRelatedToTwoLevelsBelowAndItsAutoscaler() throws Exception {
        assertThat(edges("deployments.apps/shop/web")).containsExactlyInAnyOrder(OWNS_SET, OWNS_A, OWNS_B, SCALES);
        assertThat(edges("replicasets.apps/shop/web-1")).containsExactlyInAnyOrder(OWNS_SET, OWNS_A, OWNS_B);
        assertThat(edges("horizontalpodautoscalers.autoscaling/shop/scaler")).containsExactly(SCALES);
    }

    @Test
    void serviceIsRelatedToItsPodsAndIngresses() throws Exception {
        assertThat(edges("services/shop/front")).containsExactlyInAnyOrder(SELECTS, ROUTES);
        assertThat(edges("ingresses.networking.k8s.io/shop/door")).containsExactly(ROUTES);
        assertThat(edges("services/shop/headless"))
                .as("without a selector it selects none")
                .isEmpty();
    }

    @Test
    void referencedObjectIsRelatedToItsUsers() throws Exception {
        assertThat(edges("nodes/-/node-1")).containsExactly(RUNS);
        assertThat(edges("configmaps/shop/settings")).containsExactly(uses("configmaps/shop/settings"));
        assertThat(edges("secrets/shop/keys")).containsExactly(uses("secrets/shop/keys"));
        assertThat(edges("serviceaccounts/shop/runner")).containsExactly(uses("serviceaccounts/shop/runner"));
        assertThat(edges("persistentvolumeclaims/shop/data"))
                .containsExactlyInAnyOrder(uses("persistentvolumeclaims/shop/data"), BOUND);
        assertThat(edges("persistentvolumes/-/disk-7")).containsExactly(BOUND);
    }

    @Test
    void ownerOfTheSameNameInAnotherNamespaceIsIgnored() throws Exception {
        assertThat(edges("replicasets.apps/other/web-1")).isEmpty();
    }
}
