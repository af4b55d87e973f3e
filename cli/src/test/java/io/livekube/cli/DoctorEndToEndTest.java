package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `livekube doctor` on the real API server.
@RealControlPlane
@Timeout(300)
class DoctorEndToEndTest {
    @Test
    void aHealthyClusterIsFine(ControlPlane controlPlane) throws Exception {
        Livekube said = Livekube.run(
                "doctor", "--kubeconfig", controlPlane.kubeconfig().toString(), "-o", "json", "--time-limit", "60s");
        JsonNode report = new ObjectMapper().readTree(said.out());

        // A busy machine may be slow enough for a warning.
        assertThat(report.path("findings").valueStream())
                .as(said.out())
                .isNotEmpty()
                .noneMatch(finding -> finding.path("level").asText().equals("problem"));
        assertThat(report.path("server").path("version").asText()).startsWith("v1.");
        assertThat(report.path("server").path("fairness").asBoolean()).isTrue();
        assertThat(report.path("kinds").valueStream())
                .hasSizeGreaterThanOrEqualTo(18)
                .allSatisfy(kind -> {
                    assertThat(kind.path("paged").path("result").asText()).isEqualTo("done");
                    assertThat(kind.path("watchList").has("completeMs")).isTrue();
                    assertThat(kind.path("watch").path("result").asText()).isEqualTo("open");
                });
    }

    @Test
    void theTimeFromAChangeToItsEventIsMeasuredByLeasesThatOthersRenew(ControlPlane controlPlane, @TempDir Path dir)
            throws Exception {
        Path lease = Files.writeString(dir.resolve("lease"), """
                {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "a-leader"}, "spec": {}}
                """);
        controlPlane.kubectl("create", "-n", "default", "-f", lease.toString()).outOrThrow();
        var done = new AtomicBoolean();
        Thread leader = Thread.ofVirtual().start(() -> {
            while (!done.get()) {
                renew(controlPlane); // leaders miss one now and then
            }
        });
        Livekube said;
        try {
            said = Livekube.run(
                    "doctor",
                    "--kubeconfig",
                    controlPlane.kubeconfig().toString(),
                    "-o",
                    "json",
                    "--resource-types",
                    "Namespace");
        } finally {
            done.set(true);
            leader.join();
        }

        JsonNode changes = new ObjectMapper().readTree(said.out()).path("changes");
        assertThat(changes.path("result").asText()).as(said.out()).isEqualTo("seen");
        assertThat(changes.path("medianMs").asLong()).as(said.out()).isBetween(0L, 10_000L);
    }

    private static void renew(ControlPlane controlPlane) {
        String now = Instant.now().truncatedTo(ChronoUnit.MICROS).toString();
        String patch = "{\"spec\": {\"renewTime\": \"%s\"}}".formatted(now);
        controlPlane.kubectl("patch", "lease", "a-leader", "-n", "default", "--type=merge", "-p", patch);
    }

    @Test
    void missingReadPermissionIsReported(ControlPlane controlPlane, @TempDir Path dir) throws Exception {
        controlPlane.kubectl("create", "serviceaccount", "doctors-patient").outOrThrow();
        controlPlane
                .kubectl("create", "clusterrole", "doctors-patient", "--verb=list", "--resource=nodes,namespaces")
                .outOrThrow();
        controlPlane
                .kubectl(
                        "create",
                        "clusterrolebinding",
                        "doctors-patient",
                        "--clusterrole=doctors-patient",
                        "--serviceaccount=default:doctors-patient")
                .outOrThrow();
        String token = controlPlane
                .kubectl("create", "token", "doctors-patient")
                .outOrThrow()
                .strip();
        String authority = Base64.getEncoder()
                .encodeToString(controlPlane.endpoint().caPem().orElseThrow().getBytes(StandardCharsets.US_ASCII));
        Path kubeconfig = Files.writeString(
                dir.resolve("kubeconfig"), """
                current-context: demo
                contexts: [{name: demo, context: {cluster: demo, user: patient}}]
                clusters: [{name: demo, cluster: {server: "%s", certificate-authority-data: %s}}]
                users: [{name: patient, user: {token: %s}}]
                """.formatted(controlPlane.endpoint().url(), authority, token));

        Livekube said =
                Livekube.run("doctor", "--kubeconfig", kubeconfig.toString(), "--resource-types", "Pod,Node,Namespace");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .contains("✗ not allowed to list pods")
                .contains("✗ allowed to list but not to watch ")
                .contains("grant the agent's account get, list and watch");
        assertThat(problems(said)).isEqualTo(2);
    }

    private static long problems(Livekube said) {
        return said.out().lines().filter(line -> line.contains("✗")).count();
    }
}
