package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@RealControlPlane
@Timeout(600)
class LifecycleTest {

    @Test
    void closeLeavesNeitherProcessesNorFiles() {
        ControlPlane plane = ControlPlane.start(ControlPlaneConfig.defaults());
        List<ProcessHandle> processes = plane.processes();
        Path files = plane.logs();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(2);

        plane.close();

        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(files).doesNotExist();
        assertThat(plane.processes()).isEmpty();
    }

    @Test
    void programThatDoesNotStartIsReportedWithTheEndOfItsLog() {
        ControlPlaneConfig broken = ControlPlaneConfig.defaults().withApiServerFlags("--no-such-flag");

        assertThatThrownBy(() -> ControlPlane.start(broken).close())
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("kube-apiserver ended before it was ready (exit code")
                .hasMessageContaining("unknown flag: --no-such-flag");
    }

    @Test
    void killedJvmTakesItsControlPlaneWithIt() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledJvm.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var out = jvm.inputReader()) {
            String started = out.readLine();
            assertThat(started).isEqualTo(KilledJvm.STARTED);
            List<ProcessHandle> family = jvm.descendants().toList();
            assertThat(family).hasSizeGreaterThanOrEqualTo(4);

            jvm.destroyForcibly();

            for (ProcessHandle process : family) {
                process.onExit().get(60, TimeUnit.SECONDS);
            }
        } finally {
            jvm.destroyForcibly();
        }
    }
}
