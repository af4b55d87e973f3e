package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `livekube simulate` as a user runs it: as a separate process, queried with the real control plane's kubectl.
@RealControlPlane
@Timeout(240)
class SimulateProcessTest {
    @Test
    void kubectlListsThePodsAndWatchesThemChange(ControlPlane controlPlane, @TempDir Path dir) throws Exception {
        Path kubeconfig = dir.resolve("kubeconfig");
        Process simulator = livekube(
                "simulate",
                "--port",
                "0",
                "--pods",
                "1000",
                "--churn",
                "50",
                "--kubeconfig-out",
                kubeconfig.toString());
        try (BufferedReader out = simulator.inputReader()) {
            assertThat(out.lines().anyMatch(line -> line.startsWith("Press Ctrl-C")))
                    .isTrue();

            Process get = kubectl(controlPlane, kubeconfig, "get", "pods", "-A", "--no-headers");
            long pods = get.inputReader().lines().count();
            assertThat(pods).isBetween(800L, 1200L);

            Process watch = kubectl(controlPlane, kubeconfig, "get", "pods", "-A", "--watch-only", "--no-headers");
            assertThat(watch.inputReader().lines().limit(5)).hasSize(5);
            watch.destroy();

            simulator.destroy();
            assertThat(simulator.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(simulator.exitValue())
                    .as("stops on the first signal, before StopSignal forces it to exit")
                    .isZero();
        } finally {
            simulator.destroyForcibly();
        }
        assertThat(Files.readString(kubeconfig)).contains("current-context: simulator");
    }

    private static Process kubectl(ControlPlane controlPlane, Path kubeconfig, String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(controlPlane.kubectl().toString());
        command.add("--kubeconfig=" + kubeconfig);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Process livekube(String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.livekube.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
