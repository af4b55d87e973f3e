package io.livekube.hub.agentapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import io.livekube.hub.TestingHub;
import io.livekube.protocol.binary.BinaryEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever an authenticated sender sends, it gets the right status and one sentence, the mirror is unchanged,
/// and a good batch
@Timeout(120)
class BadBatchTest {
    private static final TestingHub HUB = TestingHub.start();
    private static final int BOMB_BYTES = 200 << 20;
    private static long sequence = 1;

    record Case(String name, String type, String encoding, Supplier<byte[]> body, int status, String said) {
        Case(String name, String type, String encoding, byte[] body, int status, String said) {
            this(name, type, encoding, () -> body, status, said);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void fill() {
        assertThat(HUB.post("demo", full(SESSION, 20)).statusCode()).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        HUB.close();
    }

    static Stream<Case> cases() throws IOException {
        String good = delta(SESSION, 2, "default", "bad", 70_000);
        byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
        byte[] zstd = Zstd.compress(bytes);
        return Stream.of(
                json("nothing", "", 400, ""),
                json("not JSON", "hello", 400, ""),
                json("an array", "[]", 400, ""),
                json("truncated", good.substring(0, good.length() / 2), 400, ""),
                json("more behind the end", good + "{}", 400, ""),
                json("an unknown field", good.replace("\"Deltas\"", "\"Detlas\""), 400, "Detlas"),
                json(
                        "an unknown protocol version",
                        good.replace("{\"SessionId\"", "{\"ProtocolVersion\":99,\"SessionId\""),
                        415,
                        "99"),
                json("an unknown sync type", good.replace("\"delta\"", "\"partial\""), 400, "partial"),
                json(
                        "a negative sequence",
                        good.replace("\"SequenceNumber\":2", "\"SequenceNumber\":-2"),
                        400,
                        "SequenceNumber"),
                json(
                        "a huge sequence",
                        good.replace("\"SequenceNumber\":2", "\"SequenceNumber\":99999999999999999999"),
                        400,
                        "SequenceNumber"),
                json(
                        "the largest sequence",
                        good.replace("\"SequenceNumber\":2", "\"SequenceNumber\":9223372036854775807"),
                        409,
                        "follow"),
                json("sequence 0", good.replace("\"SequenceNumber\":2", "\"SequenceNumber\":0"), 400, "SequenceNumber"),
                json("no session", good.replace(SESSION, "x"), 400, "session"),
                json(
                        "an unknown kind",
                        good.replace("\"Kind\":\"Pod\"", "\"Kind\":\"Gadget\"").replace("{\"Pod\"", "{\"Gadget\""),
                        400,
                        "Gadget"),
                json("an unknown operation", good.replace("\"update\"", "\"upsert\""), 400, "upsert"),
                json("an object under another name", good.replace("\"Name\":\"bad\"", "\"Name\":\"good\""), 400, ""),
                json("an object without a name", good.replace("\"name\":\"bad\",", ""), 400, ""),
                json(
                        "a version that is no number",
                        good.replace("\"resourceVersion\":\"70000\"", "\"resourceVersion\":\"x\""),
                        400,
                        ""),
                json("deep nesting", "{\"SessionId\":\"" + SESSION + "\",\"Deltas\":" + "[".repeat(200_000), 413, ""),
                json("too many edits", tooMany(), 413, ""),
                new Case("invalid UTF-8", "application/json", "", invalidUtf8(good), 400, ""),
                new Case("gzip that is none", "application/json", "gzip", bytes, 400, ""),
                new Case("zstd that is none", "application/json", "zstd", bytes, 400, ""),
                new Case("truncated zstd", "application/json", "zstd", Arrays.copyOf(zstd, zstd.length - 5), 400, ""),
                new Case("a gzip bomb", "application/json", "gzip", bomb(true), 413, ""),
                new Case("a zstd bomb", "application/json", "zstd", bomb(false), 413, ""),
                new Case("an unknown encoding", "application/json", "br", bytes, 415, "zstd"),
                new Case("two encodings", "application/json", "gzip, zstd", bytes, 415, "zstd"),
                new Case("another content type", "text/plain", "", bytes, 415, "application/json"),
                new Case("a form", "application/x-www-form-urlencoded", "", bytes, 415, "application/json"),
                binary("JSON as binary", bytes, 400),
                binary("an empty binary batch", new byte[0], 400),
                binary("binary of another version", new byte[] {'L', 'K', 'B', 77, 1, 1}, 415),
                binary("a binary head of a huge length", huge(), 400),
                binary("a binary head without end", new byte[] {'L', 'K', 'B', 1, 100, 0, 0}, 400),
                new Case("packed binary", BinaryEncoder.MEDIA_TYPE, "zstd", zstd, 415, "Content-Encoding"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void badBatchIsRejectedWithOneSentenceAndChangesNothing(Case bad) throws IOException {
        String before = HUB.get("/clusters/demo/api/v1/pods").body();
        HttpRequest.Builder request = HUB.request("/agent/v1/clusters/demo/sync")
                .header("Authorization", "Bearer " + TestingHub.token("demo"))
                .header("Content-Type", bad.type())
                .POST(HttpRequest.BodyPublishers.ofByteArray(asNext(bad.body().get())));
        if (!bad.encoding().isEmpty()) {
            request.header("Content-Encoding", bad.encoding());
        }

        HttpResponse<String> answer = HUB.send(request);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(bad.status());
        JsonNode document = new JsonMapper().readTree(answer.body());
        String sentence = document.path("error").asText();
        assertThat(sentence).isNotBlank().hasLineCount(1).hasSizeLessThan(500).containsIgnoringCase(bad.said());
        assertThat(sentence).doesNotContain("Exception").doesNotContain(TestingHub.token("demo"));
        assertThat(HUB.get("/clusters/demo/api/v1/pods").body()).isEqualTo(before);
        goodBatchWorks();
    }

    /// Uses the session and sequence of the next valid batch, or it would be rejected before decoding.
    private static byte[] asNext(byte[] body) {
        return new String(body, StandardCharsets.ISO_8859_1)
                .replace("\"SequenceNumber\":2,", "\"SequenceNumber\":%d,".formatted(sequence + 1))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void goodBatchWorks() {
        sequence++;
        HttpResponse<String> good = HUB.post("demo", delta(SESSION, sequence, "default", "good", 60_000 + sequence));
        assertThat(good.statusCode()).as(good.body()).isEqualTo(200);
        assertThat(HUB.get("/clusters/demo/api/v1/pods").body()).contains("\"good\"");
    }

    private static Case json(String name, String body, int status, String said) {
        return new Case(name, "application/json", "", body.getBytes(StandardCharsets.UTF_8), status, said);
    }

    private static Case binary(String name, byte[] body, int status) {
        return new Case(name, BinaryEncoder.MEDIA_TYPE, "", body, status, "");
    }

    private static String tooMany() {
        String one = "{\"Kind\":\"Pod\",\"Operation\":\"delete\",\"Namespace\":\"a\",\"Name\":\"b\"},";
        String all = one.repeat(60_000);
        return "{\"SessionId\":\"%s\",\"SequenceNumber\":2,\"SyncType\":\"delta\",\"Deltas\":[%s]}"
                .formatted(SESSION, all.substring(0, all.length() - 1));
    }

    private static byte[] invalidUtf8(String good) {
        byte[] bytes = good.replace("node-1", "node-#").getBytes(StandardCharsets.UTF_8);
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf('#')] = (byte) 0xff;
        return bytes;
    }

    private static byte[] huge() {
        byte[] bytes = {'L', 'K', 'B', 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f, 0};
        return bytes;
    }

    private static byte[] bomb(boolean gzip) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (OutputStream out = gzip ? new GZIPOutputStream(packed) : new ZstdOutputStream(packed)) {
            out.write("{\"SessionId\":\"".getBytes(StandardCharsets.UTF_8));
            byte[] spaces = new byte[1 << 20];
            Arrays.fill(spaces, (byte) ' ');
            for (int i = 0; i < BOMB_BYTES; i += spaces.length) {
                out.write(spaces);
            }
        }
        return packed.toByteArray();
    }
}
