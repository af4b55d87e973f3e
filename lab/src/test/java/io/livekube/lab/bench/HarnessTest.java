package io.livekube.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class HarnessTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path results;

    @Test
    void anUnknownBenchmarkIsOneLineWithTheNamesAndExitCodeTwo() {
        assertThat(bench("nonsense")).isEqualTo(2);
        assertThat(text(err)).isEqualTo("unknown benchmark nonsense; there are: trial\n");
    }

    @Test
    void anUnknownOptionIsOneLineWithTheOptionsAndExitCodeTwo() {
        assertThat(bench("trial", "--nonsense", "1")).isEqualTo(2);
        assertThat(text(err)).hasLineCount(1).contains("--nonsense").contains("--second-holds");
    }

    @Test
    void aNonNumericOptionIsAOneLineUsageError() {
        assertThat(bench("trial", "--second-holds", "many")).isEqualTo(2);
        assertThat(text(err)).isEqualTo("--second-holds needs a whole number, not many\n");
    }

    @Test
    void anHonestRunEndsWithOneLineAndLeavesFlatNumbersAndAPlot() throws Exception {
        assertThat(bench("trial")).as(text(err)).isEqualTo(0);

        assertThat(text(out).lines().toList().getLast())
                .startsWith("trial: valid=1 first_vs_second=1 sync_s_first_median=0.5 ");
        JsonNode json =
                new ObjectMapper().readTree(results.resolve("trial.json").toFile());
        assertThat(json.properties())
                .allSatisfy(e -> assertThat(e.getValue().isNumber()).isTrue());
        assertThat(json.path("sync_s_second_median").asDouble()).isEqualTo(0.5);
        assertThat(json.path("peak_rss_mb_first_min").asDouble()).isGreaterThan(5);
        assertThat(json.path("heap_mb_first_max").asDouble()).isBetween(0.1, 64.0);
        assertThat(json.path("cpu_s_first_median").asDouble()).isPositive();
        assertThat(Files.readString(results.resolve("trial.svg")))
                .contains("does the harness &lt;tell&gt; the truth?")
                .contains("cold sync, s")
                .doesNotContain("never measured");
    }

    @Test
    void aContestantThatHoldsSomethingElseStopsTheRunBeforeItIsPublished() {
        assertThat(bench("trial", "--quick", "--second-holds", "9")).isEqualTo(1);
        assertThat(text(err)).contains("hold different objects").contains("second 9 objects");
        assertThat(results.resolve("trial.json")).doesNotExist();
    }

    @Test
    void aRunWhoseLoadGeneratorFellBehindIsMarkedInvalid() throws Exception {
        assertThat(bench("trial", "--quick", "--sent", "80")).isEqualTo(1);
        assertThat(text(out)).contains("INVALID: load generator generator fell behind: 80 of 100 sent");
        assertThat(text(out).lines().toList().getLast()).startsWith("trial: valid=0 ");
        assertThat(new ObjectMapper()
                        .readTree(results.resolve("trial.json").toFile())
                        .path("valid")
                        .asInt())
                .isZero();
    }

    private int bench(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (arguments[0].equals("trial")) {
            all.addAll(List.of("--results", results.toString()));
        }
        return new Harness(List.of(new TestBenchmark()), stream(out), stream(err)).run(all);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
