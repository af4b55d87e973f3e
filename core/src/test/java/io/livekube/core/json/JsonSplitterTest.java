package io.livekube.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonSplitterTest {
    private static final int LIMIT = 1 << 16;

    @Test
    void anyChunkingOfAListYieldsTheSameObjectsForAnyStrings() throws Exception {
        List<String> objects = List.of(
                "{}",
                "{\"a\":\"}{][\"}",
                "{\"\":{\"\\\"\":[\"\\\\\",\"\\\\\\\"\"]}}",
                "{\"ü\":\"€😀\\u007d\"}",
                "{\n  \"pretty\" : [ {} , { \"b\" : [ ] } ]\n}",
                "{\"\\\\\":\"\\\\\"}",
                "{\"\":\"\\n\"}",
                "{\"\\\"\":1}");
        byte[] list = ("{\"items\":[" + String.join(",\n", objects) + "]}").getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < 500; seed++) {
            List<String> got = new ArrayList<>();
            JsonSplitter splitter = JsonSplitter.items(_ -> {}, (b, from, to) -> got.add(text(b, from, to)), LIMIT);
            feed(splitter, list, seed);
            splitter.end();
            assertThat(got).as("seed %d", seed).isEqualTo(objects);
            assertThat(splitter.total()).isEqualTo(list.length);
        }
    }

    @Test
    void anyChunkingOfAListGivesTheSameItemsAndEnvelope() throws Exception {
        String list = """
                {
                  "kind": "PodList",
                  "metadata": {"continue": "a\\"items\\":[", "items": [{"not": "this"}], "x\\"items": [1]},
                  "a\\"items": [{"nor": "this"}],
                  "items" : \r
                \t[ {"items":[{"a":"]}"}]} , {"b":"\\\\"},{} ],
                  "tail": [[], {}]
                }""";
        byte[] bytes = list.getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < 500; seed++) {
            List<String> items = new ArrayList<>();
            List<String> heads = new ArrayList<>();
            JsonSplitter splitter = JsonSplitter.items(
                    head -> heads.add(text(head, 0, head.length)), (b, f, t) -> items.add(text(b, f, t)), LIMIT);
            feed(splitter, bytes, seed);
            splitter.end();
            assertThat(items)
                    .as("seed %d", seed)
                    .containsExactly("{\"items\":[{\"a\":\"]}\"}]}", "{\"b\":\"\\\\\"}", "{}");
            assertThat(heads).hasSize(1);
            assertThat(heads.getFirst()).startsWith("{\n  \"kind\"").endsWith("[]}");
            String envelope = text(splitter.envelope(), 0, splitter.envelope().length);
            assertThat(envelope).isEqualTo(list.replace(" {\"items\":[{\"a\":\"]}\"}]} , {\"b\":\"\\\\\"},{} ", ""));
        }
    }

    @Test
    void aListMayHaveNoItemsInAnyForm() throws Exception {
        for (String list : List.of("{\"items\":[]}", "{\"items\":null,\"metadata\":{}}", "{\"metadata\":{}}", "{}")) {
            List<String> items = new ArrayList<>();
            JsonSplitter splitter = JsonSplitter.items(_ -> {}, (b, f, t) -> items.add(text(b, f, t)), LIMIT);
            feed(splitter, list.getBytes(StandardCharsets.UTF_8), 1);
            splitter.end();
            assertThat(items).isEmpty();
            assertThat(text(splitter.envelope(), 0, splitter.envelope().length)).isEqualTo(list);
        }
    }

    @Test
    void aStreamThatBreaksOffIsNotTakenForWhole() {
        for (String broken :
                List.of("", "{", "{\"items\":[", "{\"items\":[{}", "{\"items\":[{}]", "{\"items\":[{\"a\"")) {
            JsonSplitter splitter = JsonSplitter.items(_ -> {}, (_, _, _) -> {}, LIMIT);
            assertThatThrownBy(() -> {
                        feed(splitter, broken.getBytes(StandardCharsets.UTF_8), 3);
                        splitter.end();
                    })
                    .as(broken)
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessageContaining("the stream ended");
        }
    }

    @Test
    void inputThatIsNoObjectIsRefused() {
        for (String wrong : List.of("{\"items\":[1]}", "{\"items\":[[]]}", "{\"items\":[<html>")) {
            JsonSplitter splitter = JsonSplitter.items(_ -> {}, (_, _, _) -> {}, LIMIT);
            assertThatThrownBy(() -> feed(splitter, wrong.getBytes(StandardCharsets.UTF_8), 1))
                    .as(wrong)
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessageContaining("expected an object");
        }
    }

    @Test
    void anObjectBeyondTheLimitIsRefusedBeforeItIsWhole() throws Exception {
        byte[] just = ("{\"items\":[{\"a\":\"" + "x".repeat(92) + "\"}").getBytes(StandardCharsets.UTF_8);
        JsonSplitter.items(_ -> {}, (_, _, _) -> {}, 100).feed(just, 0, just.length);
        byte[] endless = ("{\"items\":[{\"a\":\"" + "x".repeat(94)).getBytes(StandardCharsets.UTF_8);
        JsonSplitter splitter = JsonSplitter.items(_ -> {}, (_, _, _) -> {}, 100);
        splitter.feed(endless, 0, endless.length);
        assertThatThrownBy(() -> splitter.feed(endless, endless.length - 1, endless.length))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("an object is larger than the limit of 100 bytes");
    }

    @Test
    void anEnvelopeWithoutEndIsRefused() {
        byte[] endless = ("{\"a\":\"" + "x".repeat(1 << 20)).getBytes(StandardCharsets.UTF_8);
        JsonSplitter splitter = JsonSplitter.items(_ -> {}, (_, _, _) -> {}, LIMIT);
        assertThatThrownBy(() -> splitter.feed(endless, 0, endless.length))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("no list within the first");
    }

    private static void feed(JsonSplitter splitter, byte[] bytes, int seed) throws MalformedJsonException {
        Random random = new Random(seed);
        int most = 1 + random.nextInt(seed % 3 == 0 ? 3 : 20);
        for (int at = 0; at < bytes.length; ) {
            int to = Math.min(bytes.length, at + 1 + random.nextInt(most));
            splitter.feed(bytes, at, to);
            at = to;
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
