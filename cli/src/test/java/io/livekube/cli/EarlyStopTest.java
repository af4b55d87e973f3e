package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Who changes his mind while `livekube up` is still starting need not wait, and nothing is left behind.
@Timeout(120)
class EarlyStopTest {
    private static final Duration SOON = Duration.ofSeconds(3);

    @TempDir
    private Path home;

    private Path scratch = Path.of("");

    @BeforeEach
    void makeScratch() throws IOException {
        scratch = Files.createDirectory(home.resolve("scratch"));
    }

    private Map<String, String> environment(String kubeconfig) {
        return Map.of(
                "KUBECONFIG", kubeconfig, "LIVEKUBE_PORT", "0", "JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + scratch);
    }

    private Stream<String> left() throws IOException {
        try (Stream<Path> files = Files.list(scratch)) {
            return files
                    .map(Path::getFileName)
                    .map(Path::toString)
                    .filter(name -> name.startsWith("livekube"))
                    .toList()
                    .stream();
        }
    }

    private void endsWell(Session up) throws Exception {
        assertThat(up.terminated(SOON))
                .as("ends soon, having said: %s", up.said())
                .isTrue();
        assertThat(up.exitCode()).as(up.said()).isZero();
        assertThat(up.said()).doesNotContain("dashboard", "livekube up:", "Exception");
        assertThat(left()).isEmpty();
    }

    @Test
    void whilePodsAreGenerated() throws Exception {
        try (var up = Session.inPipe(home, environment("none"), "up", "--simulate", "--pods", "50000")) {
            up.awaits("generating the pods of shop");
            endsWell(up);
        }
    }

    @Test
    void whileAnExecPluginTakesItsTime() throws Exception {
        Path plugin = Files.writeString(home.resolve("plugin"), "#!/bin/sh\ntouch \"$0.started\"\nsleep 50\n");
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        Path kubeconfig = Files.writeString(home.resolve("kubeconfig"), """
                current-context: a
                contexts: [{name: a, context: {cluster: a, user: a}}, {name: b, context: {cluster: a, user: a}}]
                clusters: [{name: a, cluster: {server: "http://127.0.0.1:9"}}]
                users: [{name: a, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: "%s"}}}]
                """.formatted(plugin));
        for (String[] command : new String[][] {{"up"}, {"up", "--all-contexts"}}) {
            Files.deleteIfExists(home.resolve("plugin.started"));
            try (var up = Session.inPipe(home, environment(kubeconfig.toString()), command)) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> Files.exists(home.resolve("plugin.started")));
                endsWell(up);
            }
        }
    }

    @Test
    void whileClustersAreBeingRead() throws Exception {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            Path kubeconfig = Files.writeString(home.resolve("kubeconfig"), cluster.kubeconfig());
            try (var up = Session.inPipe(home, environment(kubeconfig.toString()), "up")) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> left().anyMatch(name -> name.startsWith("livekube-")));
                endsWell(up);
            }
        }
    }
}
