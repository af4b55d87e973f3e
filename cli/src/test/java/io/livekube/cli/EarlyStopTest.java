package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.Faults;
import io.livekube.testkit.fault.RequestMatcher;
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

/// `livekube up` can be stopped while it is starting, and leaves nothing behind.
@Timeout(300)
class EarlyStopTest {
    /// Ample for a slow machine: exit code 0 shows that [StopSignal] did not force the exit.
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

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
        Path plugin = Files.writeString(
                home.resolve("plugin"), "#!/bin/sh\nsleep 600 &\necho $! >\"$0.child\"\ntouch \"$0.started\"\nwait\n");
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
                Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(home.resolve("plugin.started")));
                endsWell(up);
                long child = Long.parseLong(
                        Files.readString(home.resolve("plugin.child")).strip());
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> ProcessHandle.of(child)
                                .filter(ProcessHandle::isAlive)
                                .isEmpty());
            }
        }
    }

    @Test
    void whileClustersAreBeingRead() throws Exception {
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults());
                FaultProxy slow = FaultProxy.before(ApiEndpoint.plain(cluster.url()))) {
            slow.when(RequestMatcher.anyList()).always().then(Faults.stall().after(Faults.arrival()));
            Path kubeconfig = Files.writeString(
                    home.resolve("kubeconfig"),
                    cluster.kubeconfig()
                            .replace(
                                    cluster.url().toString(),
                                    slow.endpoint().url().toString()));
            try (var up = Session.inPipe(home, environment(kubeconfig.toString()), "up")) {
                slow.requests().await(RequestMatcher.anyList(), 1, PATIENCE);
                assertThat(left()).anyMatch(name -> name.startsWith("livekube-"));
                endsWell(up);
            }
        }
    }
}
