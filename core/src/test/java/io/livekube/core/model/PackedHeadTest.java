package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PackedHeadTest {
    private static final Resource PODS = Resource.core("v1", "pods");

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));

    @Test
    void repeatedTextsAndPiecesOfTheNameTakeAlmostNoSpace() throws Exception {
        KubeObject pod = pod(0);
        for (int i = 1; i < 10; i++) {
            pod = pod(i);
        }
        assertThat(pod.headBytes()).isLessThan(75);
        assertThat(pod.labels().asMap())
                .isEqualTo(Map.of(
                        "app.kubernetes.io/name", "shop",
                        "app.kubernetes.io/zone", "checkout-prod-zone-1",
                        "pod-template-hash", "7fdcb8"));
        assertThat(pod.owners())
                .containsExactly(new OwnerReference("apps/v1", "ReplicaSet", "shop-7fdcb8", Uid.of("o"), true));
        assertThat(pod.field("spec.nodeName")).contains("node-1.example.com");
        assertThat(pod.field("status.phase")).isEmpty();
    }

    @Test
    void everyLabelIsFoundInAnyFormAndOrder() throws Exception {
        List<String> words =
                List.of("", "a", "web", "web-1", "eb-", "ünï", "€", "😀", "tier", "x".repeat(300), "\u007f");
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Map<String, String> labels = new HashMap<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                labels.put(word(words, random), word(words, random));
            }
            List<Map.Entry<String, String>> order = new ArrayList<>(labels.entrySet());
            Collections.shuffle(order, random);
            String json = order.stream()
                    .map(e -> json(e.getKey(), random) + ":" + json(e.getValue(), random))
                    .collect(Collectors.joining(","));
            KubeObject object =
                    decode("{\"metadata\":{\"name\":\"web-1\",\"resourceVersion\":\"1\",\"labels\":{" + json + "}}}");
            assertThat(object.labels().asMap()).as("seed %d", seed).isEqualTo(labels);
            assertThat(object.labels()).isEqualTo(Labels.of(labels));
            for (String word : words) {
                assertThat(object.labels().get(word).orElse("none")).isEqualTo(labels.getOrDefault(word, "none"));
            }
        }
    }

    @Test
    void ofALabelGivenTwiceTheLastCounts() throws Exception {
        KubeObject object = decode(
                "{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"1\",\"labels\":{\"a\":\"1\",\"a\":\"2\"}}}");
        assertThat(object.labels().get("a")).contains("2");
        assertThat(object.labels().asMap()).hasSize(1);
    }

    @Test
    void keysAreInTheOrderOfTheirStrings() throws Exception {
        List<KubeObject> objects = new ArrayList<>();
        for (String namespace : List.of("", "a", "b")) {
            for (String name : List.of("a", "a-1", "ab", "z", "é", "\uffee", "😀", "a".repeat(200), "a".repeat(199))) {
                objects.add(decode("{\"metadata\":{\"namespace\":\"" + namespace + "\",\"name\":\"" + name
                        + "\",\"resourceVersion\":\"1\"}}"));
            }
        }
        for (KubeObject a : objects) {
            for (KubeObject b : objects) {
                int order = Integer.signum(a.key().compareTo(b.key()));
                assertThat(Integer.signum(a.compareKey(b))).as("%s, %s", a, b).isEqualTo(order);
                assertThat(Integer.signum(a.compareKey(b.namespace(), b.name())))
                        .isEqualTo(order);
            }
        }
    }

    @Test
    void symbolsEndWhereTheirTableEnds() {
        var symbols = new Symbols();
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < Symbols.MAX + 500; i++) {
                // Each so often in a row that it is known to repeat.
                for (int times = 0; times < 4; times++) {
                    symbols.numberOf(text(i), 0, text(i).length);
                }
            }
        }
        for (int i = 0; i < Symbols.MAX; i++) {
            int number = symbols.numberOf(text(i), 0, text(i).length);
            assertThat(symbols.texts()[number]).isEqualTo("text-" + i);
        }
        assertThat(symbols.numberOf(text(Symbols.MAX), 0, text(Symbols.MAX).length))
                .isEqualTo(Symbols.NONE);
    }

    @Test
    void aNameThatCannotBeHeldIsRefused() {
        assertThatThrownBy(() ->
                        decode("{\"metadata\":{\"name\":\"" + "n".repeat(40_000) + "\",\"resourceVersion\":\"1\"}}"))
                .isInstanceOf(MalformedObjectException.class)
                .hasMessageContaining("40000 bytes of name");
    }

    private static String word(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }

    private static byte[] text(int i) {
        return ("text-" + i).getBytes(StandardCharsets.UTF_8);
    }

    private static String json(String text, Random random) {
        boolean escaped = random.nextInt(4) == 0;
        return text.chars()
                .mapToObj(c -> escaped ? "\\u%04x".formatted(c) : String.valueOf((char) c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private KubeObject pod(int i) throws MalformedObjectException {
        return decode("""
                {"metadata":{"name":"shop-7fdcb8-%d","namespace":"a","uid":"u%d","resourceVersion":"1",
                "labels":{"app.kubernetes.io/name":"shop","app.kubernetes.io/zone":"checkout-prod-zone-1",
                "pod-template-hash":"7fdcb8"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet",
                "name":"shop-7fdcb8","uid":"o","controller":true}]},"spec":{"nodeName":"node-1.example.com"}}""".formatted(i, i));
    }

    private KubeObject decode(String json) throws MalformedObjectException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return format.decode(bytes, 0, bytes.length);
    }
}
