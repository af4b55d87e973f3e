package io.livekube.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.lab.bench.Harness;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealControlPlane
class SimBenchmarkTest {
    @TempDir
    Path results;

    /// This test does not check the load generator's punctuality, which depends on the machine, but that
    /// nothing was lost.
    @Test
    void quickRunComparesEveryInformerAndEveryWayToReadOnBothServers() throws Exception {
        var out = new ByteArrayOutputStream();
        var progress = new ByteArrayOutputStream();
        var harness = new Harness(List.of(new SimBenchmark()), print(out), print(progress));

        harness.run(List.of("sim", "--quick", "--rate", "20", "--results", results.toString()));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .as(progress.toString(StandardCharsets.UTF_8))
                .contains("\nsim: valid=")
                .doesNotContain(" delivered ");
        JsonNode json = new ObjectMapper().readTree(results.resolve("sim.json").toFile());
        assertThat(json.properties())
                .allSatisfy(e -> assertThat(e.getValue().isNumber()).isTrue());
        for (String contestant : List.of("clientgo_typed", "clientgo_dynamic", "fabric8", "official")) {
            assertThat(json.path("sync_s_" + contestant + "_on_simulator_median")
                            .asDouble())
                    .isPositive();
            assertThat(json.path("sync_s_" + contestant + "_on_apiserver_median")
                            .asDouble())
                    .isPositive();
        }
        assertThat(json.path("list_paged_gzip_s_apiserver_max").asDouble()).isPositive();
        assertThat(json.path("watch_p99_ms_simulator_median").asDouble()).isPositive();
        assertThat(json.path("capacity_changes_per_s_simulator_median").asDouble())
                .isPositive();
        assertThat(results.resolve("sim.svg")).content().contains("informer's cold sync, s");
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
