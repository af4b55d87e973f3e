package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ObjectFormatTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final ObjectFormat pods = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));

    @Test
    void fieldsThatIndexesNeedAreExtracted() throws Exception {
        KubeObject pod = decode(pods, """
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","namespace":"shop",
                "uid":"6b1d1c2e-8f3a-4c5d-9e7f-0123456789ab","resourceVersion":"18446744073709551615",
                "labels":{"b":"2","a":"ünï\\u00e9"},
                "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web","uid":"u1","controller":true,
                "blockOwnerDeletion":true},{"apiVersion":"v1","kind":"ConfigMap","name":"c","uid":"u2"}]},
                "spec":{"nodeName":"n1","containers":[{"name":"x"}]},"status":{"phase":"Running"}}""");
        assertThat(pod.key()).isEqualTo(new ObjectKey("shop", "web-1"));
        assertThat(pod.uid()).hasToString("6b1d1c2e-8f3a-4c5d-9e7f-0123456789ab");
        assertThat(Long.toUnsignedString(pod.resourceVersion())).isEqualTo("18446744073709551615");
        assertThat(pod.labels().asMap()).containsEntry("a", "ünïé").containsEntry("b", "2");
        assertThat(pod.owners())
                .containsExactly(
                        new OwnerReference("apps/v1", "ReplicaSet", "web", Uid.of("u1"), true),
                        new OwnerReference("v1", "ConfigMap", "c", Uid.of("u2"), false));
        assertThat(pod.field("spec.nodeName")).contains("n1");
        assertThat(pod.field("status.phase")).contains("Running");
        assertThat(pod.field("spec.unknown")).isEmpty();
    }

    @Test
    void aClusterScopedObjectWithoutAnythingElseIsFine() throws Exception {
        KubeObject bare = decode(pods, "{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"1\",\"labels\":null}}");
        assertThat(bare.key()).hasToString("n");
        assertThat(bare.labels()).isEqualTo(Labels.NONE);
        assertThat(bare.owners()).isEmpty();
        assertThat(bare.field("spec.nodeName")).isEmpty();
    }

    @Test
    void protobufIsPackedAndRepacked() throws Exception {
        pods.learnKind("Pod");
        var held = new ArrayList<KubeObject>();
        for (int i = 0; i < 1_000; i++) {
            byte[] pod = protobufPod("message " + i + " of many that are alike but for their number " + i * 7919L);
            held.add(pods.decodeProtobuf(pod, 0, pod.length, i % 2 == 0));
        }
        pods.packAllChanges();
        List<String> before = held.stream().map(ObjectFormatTest::text).toList();
        assertThat(before.get(999)).contains("message 999 of many");
        assertThat(pods.dictionaries()).isPositive();
        assertThat(pods.repack(held)).isNotNegative();
        assertThat(held.stream().map(ObjectFormatTest::text)).containsExactlyElementsOf(before);
    }

    @Test
    void anObjectDoesNotDependOnTheEncodingReceived() throws Exception {
        pods.learnKind("Pod");
        byte[] pod = protobufPod("x".repeat(400));
        KubeObject sent = pods.decodeProtobuf(pod, 0, pod.length, false);
        KubeObject json = decode(pods, new String(sent.json(), StandardCharsets.UTF_8));
        assertThat(json.contentHash()).isEqualTo(sent.contentHash());
        assertThat(json.content()).isEqualTo(sent.content()).hasSize(sent.contentBytes());
        assertThat(json.key()).isEqualTo(sent.key()).hasToString("shop/web-1");
        assertThat(json.labels()).isEqualTo(sent.labels());
        assertThat(sent.field("spec.nodeName"))
                .isEqualTo(json.field("spec.nodeName"))
                .contains("n1");
        byte[] changed = protobufPod("y".repeat(400));
        assertThat(pods.decodeProtobuf(changed, 0, changed.length, false).contentHash())
                .isNotEqualTo(sent.contentHash());
        pods.settle();
        assertThat(sent.content()).isEqualTo(json.content());
    }

    private static byte[] protobufPod(String message) {
        return new Message()
                .message(
                        1,
                        new Message()
                                .text(1, "web-1")
                                .text(3, "shop")
                                .text(6, "7")
                                .entry(11, "app", "web")
                                .message(17, new Message().text(1, "kubectl")))
                .message(2, new Message().text(10, "n1"))
                .message(3, new Message().text(1, "Running").text(3, message))
                .bytes();
    }

    @Test
    void droppedFieldsLeaveNoTraceWhereverTheyStand() throws Exception {
        String drop = "\"managedFields\":[{\"a\":\"}\"}]";
        String keep = "\"name\":\"n\",\"resourceVersion\":\"1\"";
        for (String metadata : List.of(
                drop + "," + keep, keep + "," + drop, "\"name\":\"n\"," + drop + ",\"resourceVersion\":\"1\"")) {
            assertThat(text(decode(pods, "{\"metadata\":{" + metadata + "}}")))
                    .isEqualTo("{\"metadata\":{" + keep + "}}");
        }
        KubeObject annotated = decode(
                pods,
                "{\"metadata\":{" + keep + ",\"annotations\":{\"" + LAST_APPLIED
                        + "\":\"{\\\"a\\\":1}\"}},\"kind\":\"Pod\"}");
        assertThat(text(annotated)).isEqualTo("{\"metadata\":{" + keep + ",\"annotations\":{}}}");
    }

    @Test
    void ofBlankedFieldsOnlyTheNamesAreKept() throws Exception {
        Resource secrets = Resource.core("v1", "secrets");
        var format = new ObjectFormat(
                secrets,
                FormatConfig.defaultsFor(secrets)
                        .withBlanked(List.of("data", "stringData", "metadata.annotations", "note")));
        KubeObject secret = decode(format, """
                {"metadata":{"name":"n","resourceVersion":"1","annotations":{"%s":"c2VjcmV0","copy":"c2VjcmV0"}},\
                "data":{"a":"c2VjcmV0","b":["c2VjcmV0",{"c2VjcmV0":1}],"c":7,"d":{"c2VjcmV0":"c2VjcmV0"}},\
                "stringData":null,"note":"c2VjcmV0","type":"Opaque"}""".formatted(LAST_APPLIED));
        assertThat(text(secret)).isEqualTo("""
                {"metadata":{"name":"n","resourceVersion":"1","annotations":{"copy":""}},\
                "data":{"a":"","b":"","c":"","d":""},\
                "stringData":null,"note":"","type":"Opaque"}""");
    }

    @Test
    void blankingTheShortestValuesNeedsMoreRoomThanTheyTook() throws Exception {
        var format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS).withBlanked(List.of("data")));
        String digits = "\"\":1,".repeat(40_000) + "\"\":1";
        KubeObject many =
                decode(format, "{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"1\"},\"data\":{" + digits + "}}");
        assertThat(text(many)).endsWith("\"\":\"\",\"\":\"\"}}").doesNotContain(":1");
    }

    @Test
    void definitionsLoseTheSchemasOfAllTheirVersions() throws Exception {
        Resource crds = new Resource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
        var format = new ObjectFormat(crds, FormatConfig.defaultsFor(crds));
        KubeObject crd = decode(format, """
                {"metadata":{"name":"n","resourceVersion":"1"},"spec":{"versions":[\
                {"name":"v1","schema":{"openAPIV3Schema":{}},"served":true},{"schema":{},"name":"v2"}]}}""");
        assertThat(text(crd)).isEqualTo("""
                {"metadata":{"name":"n","resourceVersion":"1"},"spec":{"versions":[\
                {"name":"v1","served":true},{"name":"v2"}]}}""");
    }

    @Test
    void anItemOfAListAndAnObjectOfAWatchAreTheSame() throws Exception {
        String body = "\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"1\"},\"spec\":{}}";
        KubeObject item = decode(pods, "{" + body);
        KubeObject watched = decode(pods, "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"," + body);
        KubeObject custom = decode(pods, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"," + body);
        assertThat(watched.contentHash()).isEqualTo(item.contentHash()).isEqualTo(custom.contentHash());
        pods.learnKind("Pod");
        assertThat(text(item))
                .isEqualTo("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"," + body)
                .isEqualTo(text(watched));
    }

    @Test
    void aMalformedObjectIsNamedAsFarAsItCouldBeRead() {
        refused(
                "{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"resourceVersion\":\"1\"},\"spec\":{]}}",
                "pods: shop/web");
        refused("{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"resourceVersion\":\"abc\"}}", "shop/web");
        refused("{\"metadata\":{\"name\":\"web\",\"resourceVersion\":\"1\",\"labels\":[]}}", "pods: web");
        refused("{\"metadata\":{}}", "metadata.name");
        refused("{\"metadata\":{\"name\":\"web\"}}", "web has the resourceVersion ''");
        refused("[]", "pods: an object");
        refused("{\"metadata\":{\"name\":\"web\",\"resourceVersion\":\"1\"}} x", "the end of the object");
        refused("{\"metadata\":" + "[".repeat(100_000), "nested deeper");
        refused("{\"metadata\":{\"labels\":" + "[".repeat(100_000), "nested deeper");
    }

    @Test
    void aMalformedObjectDoesNotSpoilTheNext() throws Exception {
        refused("{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"", "");
        assertThat(decode(pods, "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}")
                        .key())
                .hasToString("a");
        refused("{\"spec\":x", "pods: an object");
    }

    @Test
    void hugeObjectsAreStoredWhole() throws Exception {
        String json = "{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"1\"},\"data\":\""
                + "0123456789".repeat(300_000) + "\"}";
        KubeObject huge = decode(pods, json);
        assertThat(text(huge)).isEqualTo(json);
        pods.settle();
        assertThat(text(huge)).isEqualTo(json);
        assertThat(huge.storedBytes()).isLessThan(10_000);
    }

    @Test
    void randomObjectsAreStrippedAsATreeWouldBe() throws Exception {
        var config = new FormatConfig(
                List.of("metadata.managedFields", "metadata.annotations[a.b/c]", "spec.x.y", "a"),
                List.of("spec.z"),
                64,
                4096);
        var format = new ObjectFormat(new Resource("g", "v1", "things"), config);
        format.learnKind("Thing");
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            ObjectNode object = randomObject(random, 0);
            ObjectNode metadata =
                    random.nextInt(3) == 0 ? JsonNodeFactory.instance.objectNode() : randomObject(random, 1);
            metadata.put("name", "n" + seed).put("resourceVersion", String.valueOf(seed));
            metadata.remove(List.of("labels", "ownerReferences"));
            object.set("metadata", metadata);
            byte[] wire = (random.nextBoolean() ? object.toString() : object.toPrettyString())
                    .getBytes(StandardCharsets.UTF_8);
            KubeObject decoded = format.decode(wire, 0, wire.length);
            ObjectNode expected = object.deepCopy();
            drop(expected, List.of("metadata", "managedFields"));
            drop(expected, List.of("metadata", "annotations", "a.b/c"));
            drop(expected, List.of("spec", "x", "y"));
            expected.remove("a");
            expected.put("kind", "Thing").put("apiVersion", "g/v1");
            assertThat(JSON.readTree(decoded.json()))
                    .as("seed %d: %s", seed, object)
                    .isEqualTo(expected);
        }
    }

    /// Arrays are walked through one deep, as paths are defined.
    private static void drop(JsonNode node, List<String> path) {
        if (node instanceof ArrayNode array) {
            array.forEach(element -> {
                if (element.isObject()) {
                    drop(element, path);
                }
            });
        } else if (node instanceof ObjectNode object) {
            if (path.size() == 1) {
                object.remove(path.getFirst());
            } else {
                drop(object.path(path.getFirst()), path.subList(1, path.size()));
            }
        }
    }

    private static final List<String> NAMES =
            List.of("a", "b", "x", "y", "z", "spec", "kind", "annotations", "managedFields", "a.b/c", "ü\"\\", "");

    private static ObjectNode randomObject(Random random, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.set(NAMES.get(random.nextInt(NAMES.size())), randomValue(random, depth + 1));
        }
        return object;
    }

    private static JsonNode randomValue(Random random, int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 4 ? 5 : 9)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.booleanNode(random.nextBoolean());
            case 2 -> nodes.numberNode(random.nextInt());
            case 3 -> nodes.textNode("€\n\"\\{[" + random.nextInt(9));
            case 4 -> nodes.textNode("");
            case 5 -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    array.add(randomValue(random, depth + 1));
                }
                yield array;
            }
            default -> randomObject(random, depth);
        };
    }

    private void refused(String json, String message) {
        assertThatThrownBy(() -> decode(pods, json))
                .as(json.substring(0, Math.min(100, json.length())))
                .isInstanceOf(MalformedObjectException.class)
                .hasMessageContaining(message);
    }

    private static KubeObject decode(ObjectFormat format, String json) throws MalformedObjectException {
        byte[] bytes = ("pad" + json + "pad").getBytes(StandardCharsets.UTF_8);
        return format.decode(bytes, 3, bytes.length - 3);
    }

    private static String text(KubeObject object) {
        return new String(object.json(), StandardCharsets.UTF_8);
    }
}
