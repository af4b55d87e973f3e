package io.livekube.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each example starts as it says, as a program of its own that is pointed at a cluster as kubectl is.
@Tag("slow")
class MainsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void writeKubeconfig() throws IOException {
        Files.writeString(directory.resolve("config"), simulator.kubeconfig());
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    @Test
    void countPodsPrintsTheNodesAndEnds() throws Exception {
        create(BuiltInTypes.NODE, "", "node-1");
        Process process = start(CountPods.class);
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(printed()).isEqualTo("%-30s 0%n".formatted("node-1"));
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void tailEventsPrintsWhatHappens() throws Exception {
        Process process = start(TailEvents.class);
        try {
            // One after the other, since those from before it follows are not printed.
            await().atMost(PATIENCE).until(() -> {
                create(BuiltInTypes.EVENT, "default", "event-" + System.nanoTime());
                return printed().contains("default/event-");
            });
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void orphanControllerReportsAPodThatNothingControls() throws Exception {
        create(BuiltInTypes.POD, "default", "alone");
        Process process = start(OrphanController.class);
        try {
            await().atMost(PATIENCE).until(() -> printed().contains("default/alone has no controller"));
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(Class<?> example) throws IOException {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                example.getName());
        builder.environment().put("KUBECONFIG", directory.resolve("config").toString());
        return builder.redirectOutput(directory.resolve("out").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private String printed() throws IOException {
        return Files.readString(directory.resolve("out"));
    }

    private void create(ResourceType type, String namespace, String name) {
        ObjectNode object = StoredJson.object();
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        simulator.store().create(type, object);
    }
}
