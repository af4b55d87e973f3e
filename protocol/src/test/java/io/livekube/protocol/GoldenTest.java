package io.livekube.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.binary.BinaryDecoder;
import io.livekube.protocol.binary.BinaryRoundTripTest;
import io.livekube.protocol.json.AnswerCodec;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.JsonDecoder;
import io.livekube.protocol.json.JsonRoundTripTest;
import io.livekube.protocol.json.TaskCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Pins everything on the wire, byte by byte. Run with `-Dlivekube.golden=write` to accept a change of
/// the protocol.
final class GoldenTest {
    private static final Path FILES = Path.of("src/test/resources/golden");
    private static final boolean WRITE = "write".equals(System.getProperty("livekube.golden"));

    @TestFactory
    Iterable<DynamicTest> batchesAreEncodedAsEver() {
        return GoldenFiles.batches().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> batch(entry)))
                .toList();
    }

    @TestFactory
    Iterable<DynamicTest> answersAreEncodedAsEver() {
        return GoldenFiles.answers().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> answer(entry)))
                .toList();
    }

    @TestFactory
    Iterable<DynamicTest> tasksAreEncodedAsEver() {
        return GoldenFiles.tasks().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> tasks(entry)))
                .toList();
    }

    @TestFactory
    Iterable<DynamicTest> resultsAreEncodedAsEver() {
        return GoldenFiles.results().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> result(entry)))
                .toList();
    }

    @Test
    void documentsAreEncodedAsEver() throws Exception {
        TaskDocument document = GoldenFiles.document();
        check("document.txt", new String(TaskCodec.encode(document), StandardCharsets.UTF_8) + "\n");
        TaskDocument read =
                TaskCodec.decodeDocument(read("document.txt").stripTrailing().getBytes(StandardCharsets.UTF_8));
        assertThat(read.type()).isEqualTo(document.type());
        assertThat(read.etag()).isEqualTo(document.etag());
        assertThat(read.content()).isEqualTo(document.content());
    }

    @Test
    void batchesWrittenByHandAreStillDecoded() throws Exception {
        for (String name : new String[] {"by-hand-full", "by-hand-delta"}) {
            byte[] body = Files.readAllBytes(FILES.resolve(name + ".json"));
            Batch batch = new JsonDecoder(BatchLimits.defaults(), ContentCoding.IDENTITY)
                    .open(body)
                    .decode(GoldenFiles.held());
            check(name + ".decoded.txt", String.join("\n", Described.batch(batch)) + "\n");
        }
    }

    @Test
    void theDocumentationQuotesThem() throws Exception {
        String documentation = Files.readString(Path.of("../docs/protocol.md"));
        for (String answer : GoldenFiles.answers().keySet()) {
            assertThat(documentation).contains(read("answer-" + answer + ".json"));
        }
        for (String tasks : GoldenFiles.tasks().keySet()) {
            assertThat(documentation).contains(read("tasks-" + tasks + ".json"));
        }
        for (String result : GoldenFiles.results().keySet()) {
            assertThat(documentation).contains(read("result-" + result + ".json"));
        }
        for (String file : new String[] {"by-hand-full.json", "by-hand-delta.json", "delta.bin.hex", "document.txt"}) {
            assertThat(documentation).contains(read(file));
        }
    }

    private static void batch(Map.Entry<String, Batch> entry) throws Exception {
        byte[] binary = BinaryRoundTripTest.encode(entry.getValue(), GoldenFiles.held());
        check(entry.getKey() + ".bin.hex", hexDump(binary));
        byte[] json = JsonRoundTripTest.encode(entry.getValue());
        check(entry.getKey() + ".json", new String(json, StandardCharsets.UTF_8) + "\n");

        byte[] goldenBinary =
                HexFormat.of().parseHex(read(entry.getKey() + ".bin.hex").replaceAll("\\s", ""));
        Batch fromBinary =
                new BinaryDecoder(BatchLimits.defaults()).open(goldenBinary).decode(GoldenFiles.held());
        assertThat(Described.batch(fromBinary)).isEqualTo(Described.batch(entry.getValue()));
        Batch fromJson = new JsonDecoder(BatchLimits.defaults(), ContentCoding.IDENTITY)
                .open(read(entry.getKey() + ".json").getBytes(StandardCharsets.UTF_8))
                .decode(GoldenFiles.held());
        assertThat(Described.inJson(fromJson)).isEqualTo(Described.inJson(entry.getValue()));
    }

    private static void answer(Map.Entry<String, Answer> entry) throws Exception {
        String file = "answer-" + entry.getKey() + ".json";
        check(file, new String(AnswerCodec.encode(entry.getValue()), StandardCharsets.UTF_8) + "\n");
        assertThat(AnswerCodec.decode(read(file).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(entry.getValue());
    }

    private static void tasks(Map.Entry<String, List<Task>> entry) throws Exception {
        String file = "tasks-" + entry.getKey() + ".json";
        check(file, new String(TaskCodec.encodeTasks(entry.getValue()), StandardCharsets.UTF_8) + "\n");
        assertThat(TaskCodec.decodeTasks(read(file).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new TaskList(entry.getValue(), List.of()));
    }

    private static void result(Map.Entry<String, TaskResult> entry) throws Exception {
        String file = "result-" + entry.getKey() + ".json";
        check(file, new String(TaskCodec.encode(entry.getValue()), StandardCharsets.UTF_8) + "\n");
        assertThat(TaskCodec.decodeResult(read(file).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(entry.getValue());
    }

    private static void check(String file, String text) throws IOException {
        if (WRITE) {
            Files.createDirectories(FILES);
            Files.writeString(FILES.resolve(file), text);
        }
        assertThat(text).as("%s (see GoldenTest)", file).isEqualTo(read(file));
    }

    private static String read(String file) throws IOException {
        return Files.readString(FILES.resolve(file));
    }

    /// 16 bytes a line.
    private static String hexDump(byte[] bytes) {
        var text = new StringBuilder();
        for (int i = 0; i < bytes.length; i += 16) {
            text.append(HexFormat.ofDelimiter(" ").formatHex(bytes, i, Math.min(bytes.length, i + 16)))
                    .append('\n');
        }
        return text.toString();
    }
}
