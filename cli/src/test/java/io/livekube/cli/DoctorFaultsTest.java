package io.livekube.cli;

import static io.livekube.testkit.fault.Faults.dropBookmarks;
import static io.livekube.testkit.fault.Faults.errorEvent;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.anyWatch;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.FaultProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Findings of `doctor` about a server that is slow, busy, or behind a buffering proxy.
@Timeout(180)
class DoctorFaultsTest {
    private Simulator cluster;
    private FaultProxy proxy;
    private Path kubeconfig;

    @BeforeEach
    void start(@TempDir Path dir) throws Exception {
        cluster = Simulator.start(SimulatorConfig.defaults());
        proxy = FaultProxy.before(ApiEndpoint.plain(cluster.url()));
        kubeconfig = Files.writeString(
                dir.resolve("kubeconfig"),
                cluster.kubeconfig()
                        .replace(
                                cluster.url().toString(), proxy.endpoint().url().toString()));
    }

    @AfterEach
    void stop() {
        proxy.close();
        cluster.close();
    }

    private Livekube doctor(String... more) {
        String[] arguments = new String[more.length + 5];
        arguments[0] = "doctor";
        arguments[1] = "--kubeconfig";
        arguments[2] = kubeconfig.toString();
        arguments[3] = "--resource-types";
        arguments[4] = "Pod,Node";
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Livekube.run(arguments);
    }

    /// Problems only: a busy machine may cause additional warnings.
    private static void assertProblems(Livekube said, int count) {
        assertThat(said.out().lines().filter(line -> line.contains("✗")))
                .as(said.out())
                .hasSize(count);
        assertThat(said.out()).containsPattern("\\d+ problems? found\\.");
    }

    @Test
    void aListThatTimesOutIsAProblemWithAdvice() {
        proxy.when(list("pods")).always().then(latency(Duration.ofMinutes(10)));
        Livekube said = doctor("--request-timeout", "12s", "--sync-timeout", "60s");

        assertThat(said.exitCode()).isEqualTo(1);
        assertProblems(said, 1);
        assertThat(said.out())
                .containsPattern("✗ pods: LIST page 1 timed out after \\d{2,}\\.\\d s")
                .contains("→ --page-size 50, and --request-timeout 24s")
                .containsPattern("nodes +0 ")
                .contains("livekube agent --page-size 50, or extraArgs={--page-size=50} in its chart");
    }

    @Test
    void throttlingIsCountedAndInconsistentTimeoutsAreReported() {
        proxy.when(list("nodes")).then(respond(429).retryAfter(Duration.ofSeconds(1)));
        Livekube said = doctor("--sync-timeout", "30s");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .containsPattern("! throttled: 1 of \\d+ requests")
                .contains("✗ the sync timeout (30.0 s) is not longer than the request timeout (60s)")
                .contains("→ --sync-timeout 120s");
        assertProblems(said, 1);
    }

    @Test
    void bookmarksThatAreHeldBackAreMissed() {
        proxy.when(anyWatch()).always().then(dropBookmarks());
        Livekube said = doctor("--request-timeout", "5s", "--sync-timeout", "30s");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).contains("· WatchList is not available (").contains("! no bookmarks");
    }

    @Test
    void aVersionThatCannotBeWatchedIsFound() {
        proxy.when(watch("namespaces")).always().then(errorEvent(410));
        Livekube said = doctor("--resource-types", "Namespace", "--page-size", "2");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .contains("✗ namespaces: the server refuses to watch from the version that it has just listed");
        assertProblems(said, 1);
    }
}
