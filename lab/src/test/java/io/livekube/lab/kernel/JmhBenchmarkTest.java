package io.livekube.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.lab.bench.Harness;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class JmhBenchmarkTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    Path results;

    /// JMH allows one run per machine at a time. The measurements don't matter here.
    @BeforeAll
    static void allowConcurrentRuns() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @AfterAll
    static void resetProperties() {
        System.clearProperty("jmh.ignoreLock");
    }

    @Test
    void keyOfAKernelIsItsClassMethodAndUnit() {
        assertThat(JmhBenchmark.metric("io.livekube.lab.kernel.StoreUpdate.pod", "us/op"))
                .isEqualTo("store_update_pod_us");
    }

    @Test
    void kernelsAreFoundAndMeasured() {
        assertThat(run("--pattern", "StoreUpdate")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("jmh: valid=1 store_update_pod_us_livekube_median=");
    }

    @Test
    void patternWithoutMatchesIsAnError() {
        assertThat(run("--pattern", "NoSuchKernel")).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("jmh: ").contains("NoSuchKernel");
    }

    private int run(String... options) {
        var print = new PrintStream(out, true, StandardCharsets.UTF_8);
        List<String> arguments = new ArrayList<>(List.of("jmh", "--quick", "--results", results.toString()));
        arguments.addAll(List.of(options));
        return new Harness(List.of(new JmhBenchmark()), print, print).run(arguments);
    }
}
