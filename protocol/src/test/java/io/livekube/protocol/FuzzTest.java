package io.livekube.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.binary.BinaryRoundTripTest;
import io.livekube.protocol.json.JsonRoundTripTest;
import io.livekube.protocol.json.TaskCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs Jazzer, guided by coverage, for a few seconds on each decoder, in a separate process.
///
/// It starts from valid batches, tasks and results. `-Dlivekube.fuzz.seconds=600` searches longer.
@Tag("slow")
final class FuzzTest {
    private static final int SECONDS = Integer.getInteger("livekube.fuzz.seconds", 5);
    private static final int SEEDS = 40;

    @TempDir
    private Path directory;

    @Test
    void nothingBreaksTheBinaryDecoder() throws Exception {
        var batches = new TestingBatches(FuzzTargets.SEED);
        for (int i = 0; i < SEEDS; i++) {
            seed(i, BinaryRoundTripTest.encode(batches.batch(), batches.sender()));
        }
        fuzz(FuzzTargets.Binary.class, SECONDS);
    }

    @Test
    void nothingBreaksTheJsonDecoder() throws Exception {
        var batches = new TestingBatches(FuzzTargets.SEED);
        for (int i = 0; i < SEEDS; i++) {
            seed(i, JsonRoundTripTest.encode(batches.batch()));
        }
        for (String name : List.of("by-hand-full", "by-hand-delta")) {
            Files.copy(Path.of("src/test/resources/golden", name + ".json"), corpus().resolve(name));
        }
        fuzz(FuzzTargets.Json.class, SECONDS);
    }

    @Test
    void nothingBreaksTheDecodersOfTasksAndResults() throws Exception {
        for (int i = 0; i < SEEDS; i++) {
            var tasks = new TestingTasks(i);
            seed(i, i % 2 == 0 ? TaskCodec.encodeTasks(tasks.tasks()) : TaskCodec.encode(tasks.result()));
        }
        fuzz(FuzzTargets.Tasks.class, Math.ceilDiv(SECONDS, 2));
    }

    private void seed(int number, byte[] body) throws IOException {
        Files.write(corpus().resolve("seed-" + number), body);
    }

    private Path corpus() throws IOException {
        return Files.createDirectories(directory.resolve("corpus"));
    }

    private void fuzz(Class<?> target, int seconds) throws Exception {
        Path log = directory.resolve("log");
        Process fuzzer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + target.getName(),
                        "--instrumentation_includes=io.livekube.protocol.**",
                        "-max_total_time=" + seconds,
                        "-max_len=8192",
                        "-seed=1",
                        "-rss_limit_mb=1500",
                        corpus().toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(fuzzer.waitFor(seconds + 120L, TimeUnit.SECONDS)).isTrue();
        } finally {
            fuzzer.destroyForcibly();
        }
        String said = Files.readString(log);
        assertThat(fuzzer.exitValue()).as(said).isZero();
        assertThat(said).contains("Done ");
    }
}
